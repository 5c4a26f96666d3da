package io.levee.leveldb;

import io.levee.engine.KeyRange;
import io.levee.leveldb.key.FormatRecord;
import io.levee.leveldb.key.HeadRecord;
import io.levee.leveldb.key.KeyFamily;
import io.levee.leveldb.key.KeyText;
import io.levee.leveldb.key.Keys;
import io.levee.leveldb.key.Seal;
import java.util.Arrays;
import java.util.Optional;

/** Whether every record can be read, is of a known family and has a whole seal. */
final class SealCheck {

  private static final KeyRange EVERYTHING =
      KeyRange.closedOpen(new byte[] {0}, new byte[] {(byte) 0xFF});

  private final SurvivingRecords records;
  private final CheckFindings findings;

  SealCheck(SurvivingRecords records, CheckFindings findings) {
    this.records = records;
    this.findings = findings;
  }

  void run() {
    if (records.isMissing(Keys.store(FormatRecord.NAME))
        || records.isMissing(Keys.store(HeadRecord.NAME))) {
      findings.add("the format or the head record is missing");
    }
    records.scanAll(EVERYTHING, this::checkSeal, this::noteGap);
  }

  private boolean checkSeal(byte[] key, byte[] value) {
    Optional<KeyFamily> family = KeyFamily.of(key);
    if (family.isEmpty()) {
      findings.add("%s is of no known family".formatted(KeyText.key(key)));
    } else if (!Seal.isIntact(key, value)) {
      findings.add("the checksum of %s does not match".formatted(KeyText.key(key)));
      findings.noteDamaged(family.get());
    }
    return !findings.isFull();
  }

  private void noteGap(byte[] before, byte[] behind, String reason) {
    findings.add(
        "what lies between %s and %s is lost: %s"
            .formatted(
                before == null ? "the beginning" : KeyText.key(before),
                behind == null ? "the end" : KeyText.key(behind),
                reason));
    Arrays.stream(KeyFamily.values())
        .filter(family -> mayHold(before, behind, family))
        .forEach(findings::noteDamaged);
  }

  private static boolean mayHold(byte[] before, byte[] behind, KeyFamily family) {
    KeyRange keys = Keys.family(family);
    return (before == null || Arrays.compareUnsigned(before, keys.end()) < 0)
        && (behind == null || Arrays.compareUnsigned(behind, keys.first()) > 0);
  }
}
