package io.levee.leveldb;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.levee.engine.Engine;
import io.levee.leveldb.change.DestinationImage;
import io.levee.leveldb.change.Image;
import io.levee.leveldb.change.SubscriptionImage;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The direction rules inside the store, read from its class files. */
class LayeringTest {

  private static final JavaClasses STORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.levee.leveldb");

  @Test
  void importsGoFromTheRootThroughPlanAndChangeToKeys() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("root")
        .definedBy("io.levee.leveldb")
        .layer("plan")
        .definedBy("io.levee.leveldb.plan")
        .layer("change")
        .definedBy("io.levee.leveldb.change")
        .layer("key")
        .definedBy("io.levee.leveldb.key")
        .layer("engine")
        .definedBy("io.levee.leveldb.engine")
        .whereLayer("root")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("plan")
        .mayOnlyBeAccessedByLayers("root")
        .whereLayer("change")
        .mayOnlyBeAccessedByLayers("root", "plan")
        .whereLayer("key")
        .mayOnlyBeAccessedByLayers("root", "plan", "change")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("root")
        .because("a decision must not know how it is carried out, nor a format why it is written")
        .check(STORE);
  }

  @Test
  void onlyOneClassNamesTheStorageLibrary() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.levee.leveldb.engine.LevelDbEngine")
        .and()
        .haveNameNotMatching("io\\.levee\\.leveldb\\.engine\\.LevelDbEngine\\$.*")
        .should()
        .dependOnClassesThat(resideInAnyPackage("org.iq80..", "org.fusesource.."))
        .because("misuse of a native handle ends the process; one class is small enough to check")
        .check(STORE);
  }

  @Test
  void onlyTheCommitterWrites() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName(Committer.class.getName())
        .should()
        .callMethodWhere(
            JavaAccess.Predicates.target(name("write"))
                .and(JavaAccess.Predicates.target(owner(type(Engine.class)))))
        .because("the order of commits, and fail-stop, hang on there being one writer")
        .check(STORE);
  }

  @Test
  void onlyChangesAndRecoveryAlterTheImage() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.levee.leveldb.change")
        .and()
        .doNotHaveFullyQualifiedName(Recovery.class.getName())
        .should()
        .callMethodWhere(
            JavaAccess.Predicates.target(nameMatching("restore.*|raiseLow|addSubscription|applyTo"))
                .and(
                    JavaAccess.Predicates.target(
                        owner(
                            are(
                                type(Image.class)
                                    .or(type(DestinationImage.class))
                                    .or(type(SubscriptionImage.class)))))))
        .because("recovery and operation must be the same code")
        .check(STORE);
  }

  @Test
  void bytesOfKeysAndValuesAreHandledInTheKeyPackageOnly() {
    noClasses()
        .that()
        .resideInAnyPackage("io.levee.leveldb", "io.levee.leveldb.plan", "io.levee.leveldb.change")
        .should()
        .dependOnClassesThat(type(ByteBuffer.class))
        .because("a format is drawn, and changed, in one place")
        .check(STORE);
  }

  @Test
  void nothingReadsTheClockButThroughTheOptions() {
    noClasses()
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .because("time is a parameter, so that tests can set it")
        .check(STORE);
  }
}
