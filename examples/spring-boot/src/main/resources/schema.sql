create table stock (item varchar primary key, amount int not null, fence bigint not null);
insert into stock values ('apple', 100, 0), ('pear', 3, 0);
