package io.levee.activemq;

import io.levee.store.BranchInfo;
import java.time.Instant;
import java.util.List;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/** Branches as the table that management consoles show, by their numbers. */
final class BranchTable {

  private static final String[] COLUMNS = {
    "number", "branch", "state", "preparedAt", "endedAt", "operations", "bytes"
  };

  private static final String[] DESCRIPTIONS = {
    "its place in the order of the prepares",
    "format:globalId:qualifier",
    "PREPARED is in doubt; FORCED_COMMIT and FORCED_ROLLBACK were ended by an operator",
    "when it was prepared",
    "when an operator ended it",
    "how many operations it asked for",
    "about how many bytes its commit writes"
  };

  private static final OpenType<?>[] TYPES = {
    SimpleType.LONG,
    SimpleType.STRING,
    SimpleType.STRING,
    SimpleType.STRING,
    SimpleType.STRING,
    SimpleType.INTEGER,
    SimpleType.LONG
  };

  private BranchTable() {}

  static TabularData of(List<BranchInfo> branches) throws OpenDataException {
    CompositeType row = new CompositeType("Branch", "A branch", COLUMNS, DESCRIPTIONS, TYPES);
    TabularDataSupport table =
        new TabularDataSupport(
            new TabularType("Branches", "Branches", row, new String[] {COLUMNS[0]}));
    for (BranchInfo branch : branches) {
      table.put(new CompositeDataSupport(row, COLUMNS, values(branch)));
    }
    return table;
  }

  private static Object[] values(BranchInfo branch) {
    return new Object[] {
      branch.number(),
      branch.id().toString(),
      branch.state().name(),
      Instant.ofEpochMilli(branch.preparedAtMillis()).toString(),
      branch.endedAtMillis().isPresent()
          ? Instant.ofEpochMilli(branch.endedAtMillis().getAsLong()).toString()
          : "",
      branch.operations(),
      branch.bytes()
    };
  }
}
