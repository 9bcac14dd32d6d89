// SPDX-FileCopyrightText: 2026 the Redlock authors
// SPDX-License-Identifier: Apache-2.0
package dev.redlock;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;

import dev.redlock.scripts.ReleaseMethod;
import dev.redlock.spi.TransportProvider;

/**
 * Which package may know which. An arrow that points the wrong way fails the build, before anybody relies
 * on it.
 */
class DependencyDirectionTest
{
    private static final String API = "dev.redlock";
    private static final String RUNTIME = "dev.redlock.runtime..";
    private static final String ENGINE = "dev.redlock.engine..";
    private static final String ADMISSION = "dev.redlock.admission..";
    private static final String OUTCOME = "dev.redlock.outcome..";
    private static final String NEWS = "dev.redlock.news..";
    private static final String QUORUM = "dev.redlock.quorum..";
    private static final String SPI = "dev.redlock.spi..";
    private static final String SCRIPTS = "dev.redlock.scripts..";
    private static final String TEXT = "dev.redlock.text..";

    /*
     * The deciding packages: their results follow from their arguments, so that a simulation can replay them.
     */
    private static final String[] DECIDING = {QUORUM, OUTCOME, ENGINE};

    /*
     * java.lang without threads, logs and processes. System remains for arraycopy only, see
     * shouldDecideWithoutAskingTheSystem.
     */
    private static final DescribedPredicate<JavaClass> PLAIN_JAVA =
        resideInAnyPackage("java.lang", "java.lang.invoke", "java.lang.runtime", "org.jspecify.annotations")
        .and(not(belongToAnyOf(
            Thread.class, ThreadGroup.class, ThreadLocal.class,
            Runtime.class, Process.class, ProcessBuilder.class, ProcessHandle.class,
            System.Logger.class, System.LoggerFinder.class))).as("plain java.lang");

    private static final DescribedPredicate<JavaClass> CLOCK =
        equivalentTo(java.time.Clock.class)
        .or(assignableTo(org.agrona.concurrent.NanoClock.class))
        .or(assignableTo(org.agrona.concurrent.EpochClock.class))
        .or(assignableTo(org.agrona.concurrent.EpochNanoClock.class))
        .or(assignableTo(org.agrona.concurrent.EpochMicroClock.class)).as("clocks");

    private static final JavaClasses CORE = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.redlock");

    @Test
    void shouldKeepQuorumArithmeticOnPlainJava()
    {
        classes().that().resideInAPackage(QUORUM)
            .should().onlyDependOnClassesThat(are(resideInAPackage(QUORUM).or(PLAIN_JAVA))).check(CORE);
    }

    @Test
    void shouldKeepOutcomesOnPlainJava()
    {
        classes().that().resideInAPackage(OUTCOME)
            .should().onlyDependOnClassesThat(are(resideInAPackage(OUTCOME).or(PLAIN_JAVA))).check(CORE);
    }

    @Test
    void shouldKeepNewsOnOutcomes()
    {
        classes().that().resideInAPackage(NEWS)
            .should().onlyDependOnClassesThat(are(resideInAnyPackage(NEWS, OUTCOME).or(PLAIN_JAVA)))
            .check(CORE);
    }

    @Test
    void shouldKeepTheEngineFreeOfThreadsSocketsAndClocks()
    {
        classes().that().resideInAPackage(ENGINE)
            .should().onlyDependOnClassesThat(are(resideInAnyPackage(DECIDING)
                .or(resideInAnyPackage(SPI, TEXT))
                .or(PLAIN_JAVA)
                .or(resideInAPackage("java.util"))
                .or(belongToAnyOf(TimeUnit.class, Consumer.class, ReleaseMethod.class))
                .or(resideInAnyPackage("org.agrona", "org.agrona.collections", "org.HdrHistogram"))))
            .because("time, votes and commands are arguments, operations are results").check(CORE);
    }

    @Test
    void shouldDecideWithoutAskingTheSystem()
    {
        noClasses().that().resideInAnyPackage(DECIDING)
            .should().accessTargetWhere(new DescribedPredicate<JavaAccess<?>>("System other than arraycopy")
            {
                @Override
                public boolean test(final JavaAccess<?> access)
                {
                    return access.getTargetOwner().isEquivalentTo(System.class) &&
                        !"arraycopy".equals(access.getTarget().getName());
                }
            })
            .because("same inputs, same outputs").check(CORE);
    }

    @Test
    void shouldDecideWithoutMonitors()
    {
        methods().that().areDeclaredInClassesThat().resideInAnyPackage(DECIDING)
            .should().notHaveModifier(SYNCHRONIZED).because("the engine belongs to one thread").check(CORE);
    }

    @Test
    void shouldKeepThePolicyOnNodesFreeOfThreadsAndSockets()
    {
        noClasses().that().resideInAPackage(ADMISSION)
            .should().dependOnClassesThat(are(resideInAnyPackage("java.util.concurrent..", "java.net..")
                .and(not(belongToAnyOf(TimeUnit.class)))))
            .because("whether a node may vote follows from what it told us").check(CORE);
        noClasses().that().resideInAPackage(ADMISSION)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAnyPackage(ADMISSION, SCRIPTS, SPI, TEXT))))).check(CORE);
    }

    @Test
    void shouldHaveNoCycleOfPackages()
    {
        slices().matching("dev.redlock.(*)..").should().beFreeOfCycles().check(CORE);
    }

    @Test
    void shouldKeepWordsForPeopleIndependentOfEverythingOfOurs()
    {
        noClasses().that().resideInAPackage(TEXT)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAPackage(TEXT))))).check(CORE);
    }

    @Test
    void shouldKeepScriptsOnTheSpi()
    {
        noClasses().that().resideInAPackage(SCRIPTS)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAnyPackage(SCRIPTS, SPI))))).check(CORE);
    }

    @Test
    void shouldKeepTheSpiOnWordsForPeople()
    {
        noClasses().that().resideInAPackage(SPI)
            .should().dependOnClassesThat(are(resideInAPackage("dev.redlock..")
                .and(not(resideInAnyPackage(SPI, TEXT))))).check(CORE);
        noClasses().that().resideInAPackage(SPI)
            .should().dependOnClassesThat(are(resideInAPackage("java.util.concurrent..")
                .and(not(belongToAnyOf(ThreadFactory.class)))))
            .because("a transport may name the kind of thread it needs, the runtime starts it").check(CORE);
    }

    @Test
    void shouldLetNothingDependOnTheApiButTheApi()
    {
        noClasses().that().resideOutsideOfPackage(API)
            .should().dependOnClassesThat().resideInAPackage(API).check(CORE);
    }

    @Test
    void shouldLetOnlyTheApiDependOnTheRuntime()
    {
        noClasses().that().resideOutsideOfPackages(API, RUNTIME)
            .should().dependOnClassesThat().resideInAPackage(RUNTIME).check(CORE);
    }

    /**
     * The names of the runtime may change from one version to the next.
     */
    @Test
    void shouldShowUsersNothingOfTheRuntime()
    {
        noClasses().that().resideInAPackage(API).and().arePublic()
            .should().beAssignableTo(resideInAPackage(RUNTIME)).check(CORE);
        noCodeUnits().that().arePublic().and().areDeclaredInClassesThat(
            resideInAPackage(API).and(modifier(PUBLIC)))
            .should().haveRawReturnType(resideInAPackage(RUNTIME))
            .orShould().haveRawParameterTypes(anyElementThat(resideInAPackage(RUNTIME))).check(CORE);
    }

    @Test
    void shouldReadClocksInTheRuntimeOnly()
    {
        noClasses().that().resideOutsideOfPackage(RUNTIME)
            .should().callMethod(System.class, "nanoTime")
            .orShould().callMethod(System.class, "currentTimeMillis")
            .orShould().callMethodWhere(new DescribedPredicate<JavaAccess<?>>("now() of java.time")
            {
                @Override
                public boolean test(final JavaAccess<?> access)
                {
                    return access.getTargetOwner().getPackageName().startsWith("java.time") &&
                        "now".equals(access.getTarget().getName());
                }
            })
            .orShould().callMethodWhere(target(owner(are(CLOCK))))
            .because("time is an argument; the API may hand a clock on, but not look at it").check(CORE);
    }

    @Test
    void shouldStartAndSuspendThreadsInTheRuntimeOnly()
    {
        noClasses().that().resideOutsideOfPackage(RUNTIME)
            .should().callMethodWhere(target(owner(are(assignableTo(Thread.class))))
                .and(target(nameMatching("start|sleep|join|yield|onSpinWait"))))
            .orShould().dependOnClassesThat().areAssignableTo(LockSupport.class)
            .orShould().dependOnClassesThat().areAssignableTo(Executors.class)
            .orShould().dependOnClassesThat().areAssignableTo(ThreadLocal.class)
            .orShould().beAssignableTo(Thread.class).check(CORE);
    }

    /**
     * The API may ask which thread calls it, and interrupt it again; the SPI says which kind of thread a
     * transport needs. The deciding packages do not know the word, see above.
     */
    @Test
    void shouldMakeThreadsInTheRuntimeAndInTheFactoryOfTheSpiOnly()
    {
        noClasses().that().resideOutsideOfPackage(RUNTIME)
            .and().areNotAssignableTo(TransportProvider.class)
            .should().callConstructorWhere(target(owner(are(assignableTo(Thread.class))))).check(CORE);
        noClasses().that().resideInAPackage(SPI)
            .and().areNotAssignableTo(TransportProvider.class)
            .should().dependOnClassesThat().areAssignableTo(Thread.class).check(CORE);
    }

    /**
     * A runtime image need not have the module: a class that names one of its classes must be made where its
     * absence is expected.
     */
    @Test
    void shouldNameFlightRecorderInOneClassOnly()
    {
        noClasses().that().haveNameNotMatching("dev\\.redlock\\.runtime\\.events\\.JfrEvents(\\$.*)?")
            .should().dependOnClassesThat().resideInAPackage("jdk.jfr..").check(CORE);
        noClasses().that().doNotHaveFullyQualifiedName("dev.redlock.runtime.events.GuardedEvents")
            .and().haveNameNotMatching(".*JfrEvents(\\$.*)?")
            .should().dependOnClassesThat().haveNameMatching(".*JfrEvents(\\$.*)?").check(CORE);
    }

    /**
     * Agrona 2 reaches into the JDK for these, which needs {@code --add-opens}, and a user of the library
     * must not be asked for a JVM flag.
     */
    @Test
    void shouldNotUseWhatOfAgronaNeedsAJvmFlag()
    {
        noClasses()
            .should().dependOnClassesThat(are(resideInAPackage("org.agrona..").and(
                resideInAnyPackage(
                    "org.agrona.concurrent.broadcast..",
                    "org.agrona.concurrent.errors..",
                    "org.agrona.concurrent.ringbuffer..",
                    "org.agrona.concurrent.status..")
                .or(assignableTo("org.agrona.AbstractMutableDirectBuffer"))
                .or(assignableTo("org.agrona.MutableDirectBuffer"))
                .or(simpleNameEndingWith("ConcurrentArrayQueue"))
                .or(simpleNameEndingWith("ConcurrentLinkedQueue"))
                .or(belongToAnyOf(BufferUtil.class, org.agrona.IoUtil.class, org.agrona.MarkFile.class))
                .or(equivalentTo(org.agrona.ExpandableRingBuffer.class))
                .or(equivalentTo(org.agrona.UnsafeApi.class))))).check(CORE);
    }
}
