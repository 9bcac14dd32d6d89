// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
//
// What the wire costs: the frames of a lock to all nodes, and nothing else. No token is drawn, no validity computed, no
// late vote taken back.
//
//   cc -O2 -o floor floor.c && ./floor QUORUM IN_FLIGHT MILLISECONDS NODE...
//
// A NODE is PORT, of 127.0.0.1, or the path of a Unix domain socket. With IN_FLIGHT 0 one lock at a time is acquired and
// released. Each command is written to all nodes, and the sockets are read in turn until QUORUM nodes have answered; what
// the others answer late is read beside the next command. With more in flight, so many locks are acquired in one write for
// each node, and released in the next; the program waits in epoll for all answers. The last line of the output has the
// figures. The exit status is 1, with the reason, if a node refuses a lock or a release: then something else uses its keys.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MOST_NODES 31
#define MOST_IN_FLIGHT 4096
#define FRAME_SIZE 192
#define RECEIVE_SIZE 65536
#define WARM_UP_CYCLES 2000
#define MOST_CYCLES 20000000L
#define US_PER_S 1e6
#define NS_PER_US 1e3
#define MS_PER_S 1e3

#define TTL_MS "30000"
#define TOKEN "01234567890123456789"
#define SCRIPT "if redis.call('get',KEYS[1])==ARGV[1] then return redis.call('del',KEYS[1]) else return 0 end"

struct node
{
    const char *name;
    int socket;
    long owed;             // commands that have no answer yet
    int is_line_begun;     // the next byte does not begin an answer
    char first;            // byte of the answer that is being read
};

static struct node nodes[MOST_NODES];
static int count;
static int poller;
static char received[RECEIVE_SIZE];

static void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static double now_us(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);

    return time.tv_sec * US_PER_S + time.tv_nsec / NS_PER_US;
}

static void attach(struct node *node)
{
    if (strchr(node->name, '/') != NULL)
    {
        struct sockaddr_un path = {.sun_family = AF_UNIX};
        if (strlen(node->name) >= sizeof path.sun_path)
        {
            fail("%s: the path of a socket has at most %zu bytes", node->name, sizeof path.sun_path - 1);
        }
        strcpy(path.sun_path, node->name);
        node->socket = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(node->socket, (struct sockaddr *)&path, sizeof path) != 0)
        {
            fail("%s: %s", node->name, strerror(errno));
        }

        return;
    }

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(node->name))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    node->socket = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    setsockopt(node->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(node->socket, (struct sockaddr *)&address, sizeof address) != 0)
    {
        fail("port %s: %s", node->name, strerror(errno));
    }
}

static void send_all(struct node *node, const char *bytes, size_t length, long commands)
{
    node->owed += commands;
    while (length > 0)
    {
        const ssize_t sent = send(node->socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0)
        {
            fail("node %s: %s", node->name, strerror(errno));
        }
        bytes += sent;
        length -= (size_t)sent;
    }
}

// An answer is one line: +OK or :1 if the node did it, anything else if not.
static void receive(struct node *node)
{
    const ssize_t length = recv(node->socket, received, sizeof received, MSG_DONTWAIT);
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
    {
        fail("node %s: %s", node->name, length == 0 ? "closed the connection" : strerror(errno));
    }
    for (ssize_t i = 0; i < length; i++)
    {
        const char byte = received[i];
        if (!node->is_line_begun)
        {
            node->first = byte;
            node->is_line_begun = 1;
        }
        else if (node->first == ':' && byte == '0')
        {
            node->first = '0';
        }
        if (byte == '\n')
        {
            if (node->first != '+' && node->first != ':')
            {
                fail("node %s refused a command: does something else use its keys?", node->name);
            }
            node->is_line_begun = 0;
            node->owed--;
        }
    }
}

// The release script, and its digest as the server tells it.
static void load(struct node *node, char digest[41])
{
    char frame[FRAME_SIZE];
    const int length = snprintf(frame, sizeof frame, "*3\r\n$6\r\nSCRIPT\r\n$4\r\nLOAD\r\n$%zu\r\n%s\r\n",
        strlen(SCRIPT), SCRIPT);
    send_all(node, frame, (size_t)length, 0);
    size_t got = 0;
    while (got < 47)
    {
        const ssize_t more = recv(node->socket, received + got, sizeof received - got, 0);
        if (more <= 0 || received[0] != '$')
        {
            fail("node %s does not load scripts: is it a Redis without a password?", node->name);
        }
        got += (size_t)more;
    }
    memcpy(digest, received + 5, 40);
    digest[40] = '\0';
}

static void reach_quorum(const int quorum)
{
    for (;;)
    {
        int done = 0;
        for (int i = 0; i < count; i++)
        {
            if (nodes[i].owed > 0)
            {
                receive(&nodes[i]);
            }
            done += nodes[i].owed == 0;
        }
        if (done >= quorum)
        {
            return;
        }
    }
}

static void wait_for_all(void)
{
    struct epoll_event events[MOST_NODES];
    long owed = 1;
    while (owed > 0)
    {
        const int ready = epoll_wait(poller, events, MOST_NODES, -1);
        for (int i = 0; i < ready; i++)
        {
            receive(&nodes[events[i].data.u32]);
        }
        owed = 0;
        for (int i = 0; i < count; i++)
        {
            owed += nodes[i].owed;
        }
    }
}

static void ask(const char *frames, const size_t length, const long commands)
{
    for (int i = 0; i < count; i++)
    {
        send_all(&nodes[i], frames, length, commands);
    }
}

static size_t set_frame(char *out, const int lock)
{
    return (size_t)sprintf(out, "*6\r\n$3\r\nSET\r\n$9\r\nlock:%04d\r\n$20\r\n" TOKEN
        "\r\n$2\r\nNX\r\n$2\r\nPX\r\n$%zu\r\n" TTL_MS "\r\n", lock, strlen(TTL_MS));
}

static size_t release_frame(char *out, const int lock, const char *digest)
{
    return (size_t)sprintf(out,
        "*5\r\n$7\r\nEVALSHA\r\n$40\r\n%s\r\n$1\r\n1\r\n$9\r\nlock:%04d\r\n$20\r\n" TOKEN "\r\n", digest, lock);
}

static int by_size(const void *left, const void *right)
{
    const float a = *(const float *)left;
    const float b = *(const float *)right;

    return (a > b) - (a < b);
}

static double percentile(const float *sorted, const long length, const double share)
{
    const long index = (long)(share * (double)length);

    return sorted[index < length ? index : length - 1];
}

static void one_at_a_time(const char *digest, const int quorum, const double measured_us)
{
    char set[FRAME_SIZE];
    char release[FRAME_SIZE];
    const size_t set_length = set_frame(set, 0);
    const size_t release_length = release_frame(release, 0, digest);
    float *acquires = malloc(MOST_CYCLES * sizeof *acquires);
    float *cycles = malloc(MOST_CYCLES * sizeof *cycles);
    if (acquires == NULL || cycles == NULL)
    {
        fail("no memory for %ld cycles", MOST_CYCLES);
    }
    double begun_us = 0;
    double released_us = 0;
    long done = 0;
    for (long i = -WARM_UP_CYCLES; i < MOST_CYCLES; i++)
    {
        const double start_us = now_us();
        if (i == 0)
        {
            begun_us = start_us;
        }
        if (i > 0 && start_us - begun_us >= measured_us)
        {
            break;
        }
        ask(set, set_length, 1);
        reach_quorum(quorum);
        const double acquired_us = now_us();
        ask(release, release_length, 1);
        reach_quorum(quorum);
        released_us = now_us();
        if (i >= 0)
        {
            acquires[done] = (float)(acquired_us - start_us);
            cycles[done++] = (float)(released_us - start_us);
        }
    }
    qsort(acquires, (size_t)done, sizeof *acquires, by_size);
    qsort(cycles, (size_t)done, sizeof *cycles, by_size);
    printf("acquire p50 %.1f p99 %.1f p99.9 %.1f us | cycle p50 %.1f p99 %.1f us | %.0f cycles/s\n",
        percentile(acquires, done, 0.5), percentile(acquires, done, 0.99), percentile(acquires, done, 0.999),
        percentile(cycles, done, 0.5), percentile(cycles, done, 0.99),
        (double)done / ((released_us - begun_us) / US_PER_S));
}

static void many_at_a_time(const char *digest, const int in_flight, const double measured_us)
{
    char *sets = malloc((size_t)in_flight * FRAME_SIZE);
    char *releases = malloc((size_t)in_flight * FRAME_SIZE);
    size_t set_length = 0;
    size_t release_length = 0;
    for (int i = 0; i < in_flight; i++)
    {
        set_length += set_frame(sets + set_length, i);
        release_length += release_frame(releases + release_length, i, digest);
    }
    const double begun_us = now_us();
    double ended_us = begun_us;
    long done = 0;
    while (ended_us - begun_us < measured_us)
    {
        ask(sets, set_length, in_flight);
        wait_for_all();
        ask(releases, release_length, in_flight);
        wait_for_all();
        ended_us = now_us();
        done += in_flight;
    }
    printf("%.0f cycles/s\n", (double)done / ((ended_us - begun_us) / US_PER_S));
}

int main(const int argc, char **argv)
{
    if (argc < 5 || argc - 4 > MOST_NODES)
    {
        fail("floor QUORUM IN_FLIGHT MILLISECONDS NODE..., at most %d nodes", MOST_NODES);
    }
    const int quorum = atoi(argv[1]);
    const int in_flight = atoi(argv[2]);
    const double measured_us = atof(argv[3]) * US_PER_S / MS_PER_S;
    count = argc - 4;
    if (quorum < 1 || quorum > count || in_flight < 0 || in_flight > MOST_IN_FLIGHT || measured_us <= 0)
    {
        fail("QUORUM is 1 to the number of nodes, IN_FLIGHT 0 to %d, MILLISECONDS more than 0", MOST_IN_FLIGHT);
    }
    char digest[41];
    poller = epoll_create1(0);
    for (int i = 0; i < count; i++)
    {
        nodes[i].name = argv[4 + i];
        attach(&nodes[i]);
        load(&nodes[i], digest);
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        epoll_ctl(poller, EPOLL_CTL_ADD, nodes[i].socket, &event);
    }
    if (in_flight == 0)
    {
        one_at_a_time(digest, quorum, measured_us);
    }
    else
    {
        many_at_a_time(digest, in_flight, measured_us);
    }

    return 0;
}
