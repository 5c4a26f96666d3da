package io.levee;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which module may know which, read from the class files of all of them. */
class ModuleDirectionTest {

  private static final JavaClasses LEVEE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.levee");

  @Test
  void theApiStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("io.levee.store..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "io.levee.store..")
        .because("whoever implements or uses the store must need nothing else")
        .check(LEVEE);
  }

  @Test
  void theEngineSeamStandsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("io.levee.engine..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "io.levee.engine..")
        .because("an engine can be chosen only when the seam knows none")
        .check(LEVEE);
  }

  @Test
  void theStoreKnowsNoBrokerAndNoTransactionManager() {
    classes()
        .that()
        .resideInAPackage("io.levee.leveldb..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "io.levee.leveldb..",
            "io.levee.store..",
            "io.levee.engine..",
            "org.slf4j..",
            "org.iq80.leveldb..",
            "org.fusesource.leveldbjni..",
            "org.fusesource.hawtjni..")
        .because("the store serves programs without a broker too")
        .check(LEVEE);
  }

  @Test
  void distributedTransactionsKnowTheApiOnly() {
    classes()
        .that()
        .resideInAPackage("io.levee.dtx..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..", "javax.transaction.xa..", "io.levee.dtx..", "io.levee.store..")
        .because("any store that keeps branches can be driven by it")
        .allowEmptyShould(true)
        .check(LEVEE);
  }

  @Test
  void theBrokerIsNamedInTheAdapterAndAboveOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.levee.activemq..", "io.levee.cli..", "io.levee.perf..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("jakarta.jms..", "org.apache.activemq..")
        .because("the adapter translates, and nothing below it speaks the broker's language")
        .check(LEVEE);
  }

  @Test
  void nothingDependsOnTheToolsOrTheMeasurements() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.levee.cli..", "io.levee.perf..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.levee.cli..", "io.levee.perf..")
        .because("they stand at the end of every arrow")
        .check(LEVEE);
  }

  @Test
  void theTestKitKnowsTheSeamsOnly() {
    noClasses()
        .that()
        .resideInAPackage("io.levee.testkit..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("io.levee.leveldb..", "io.levee.activemq..", "io.levee.dtx..")
        .because("it examines any store, not this one")
        .allowEmptyShould(true)
        .check(LEVEE);
  }
}
