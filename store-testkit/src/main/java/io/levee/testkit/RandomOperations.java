package io.levee.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.levee.store.Bytes;
import io.levee.store.DestinationInfo;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Position;
import io.levee.store.StoreException;
import io.levee.store.StoreException.Category;
import io.levee.store.StoreException.Code;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Does the same random steps to a store and to the model, and compares what they answer and what
 * they hold. Now and then the store is closed and opened again, a write of it fails, or the power
 * is cut; after a failure it must hold what the model held before or after the step under way,
 * after a power cut what the model held at some time since the last durable step.
 *
 * <p>One seed is one sequence of steps. A failure names it, and the last steps.
 */
public final class RandomOperations {

  private static final int COMPARED_EVERY = 25;
  private static final int REOPENED_ONE_IN = 60;
  private static final int FAILED_ONE_IN = 20;
  private static final int SHOWN_STEPS = 40;

  /** Why a step is refused for as long as a branch is in doubt, in the store and in the model. */
  private static final Set<Code> IN_THE_WAY = Set.of(Code.MESSAGE_HELD, Code.BRANCH_IN_DOUBT);

  private final CrashableFixture fixture;
  private final long seed;
  private final Random random;
  private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));
  private final RandomTransactions transactions;
  private final RandomSteps steps;
  private final Deque<String> done = new ArrayDeque<>();

  /** What the store may hold after a power cut, the earliest first; not what it holds now. */
  private final List<StoreModel> notDurable = new ArrayList<>();

  /** The store's number for each destination of the model, also of those that were removed. */
  private final Map<Integer, Integer> storeIds = new HashMap<>();

  private MessageStore store;
  private StoreModel model;
  private boolean mayFail;

  /** Steps from {@code seed} for the store that {@code fixture} opens. */
  public RandomOperations(CrashableFixture fixture, long seed) {
    this.fixture = fixture;
    this.seed = seed;
    this.random = new Random(seed);
    this.model = new StoreModel(fixture.limits(), clock);
    RandomPlaces places = new RandomPlaces(random, () -> model);
    this.transactions = new RandomTransactions(random, places, fixture.limits(), clock.millis());
    this.steps = new RandomSteps(random, places, transactions);
  }

  /** Does {@code count} steps; fails with all that is needed to do them again. */
  public void run(int count) {
    store = fixture.open(clock);
    try {
      steps.first().forEach(this::step);
      for (int i = 1; i <= count; i++) {
        step(steps.next(model.destinations()));
        disturb();
        if (i % COMPARED_EVERY == 0) {
          compare();
        }
      }
      reopen("closed");
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(report(count), e);
    } finally {
      store.close();
    }
  }

  private void step(RandomStep step) {
    StoreModel before = model.reopened();
    boolean fails = random.nextInt(FAILED_ONE_IN) == 0;
    if (fails) {
      mayFail = true;
      fixture.failNextWrite(random.nextBoolean());
    }
    Optional<String> answer = answerOfStore(step);
    if (fails) {
      fixture.failNoWrite();
    }
    String expected = answer(step, model, position -> position);
    note(step.text() + " → " + answer.orElse("failed") + (fails ? " (armed)" : ""));
    if (answer.isPresent()) {
      assertThat(answer.get()).as(step.text()).isEqualTo(expected);
      remember(step, expected, before);
      learnIds();
      if (step.unfinished()) {
        compare();
      }
    } else {
      notDurable.add(before);
      recover(List.of(before, model.reopened()), "failed");
    }
  }

  /** What the store answers, or nothing when it failed as it was made to. */
  private Optional<String> answerOfStore(RandomStep step) {
    try {
      return Optional.of(answer(step, store, this::placeInStore));
    } catch (StoreException e) {
      if (e.code() == Code.STORE_FAILED && mayFail) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static String answer(RandomStep step, MessageStore of, UnaryOperator<Position> places) {
    try {
      return step.action().on(of, places);
    } catch (StoreException e) {
      if (e.category() == Category.REFUSED || IN_THE_WAY.contains(e.code())) {
        return RandomStep.REFUSED + e.code();
      }
      throw e;
    }
  }

  private void remember(RandomStep step, String answer, StoreModel before) {
    if (step.durable().test(answer)) {
      notDurable.clear();
    } else {
      notDurable.add(before);
    }
  }

  private void disturb() {
    if (random.nextInt(REOPENED_ONE_IN) == 0) {
      if (random.nextBoolean()) {
        cutPower();
      } else {
        reopen("closed");
      }
    }
  }

  private void cutPower() {
    if (fixture.cutPower()) {
      List<StoreModel> possible = new ArrayList<>(notDurable);
      possible.add(model.reopened());
      recover(possible, "without power");
      notDurable.clear();
    }
  }

  private void reopen(String how) {
    recover(List.of(model.reopened()), how);
  }

  /** Opens the store again and goes on with that of the possible states which it holds. */
  private void recover(List<StoreModel> possible, String how) {
    note("reopened, " + how);
    store.close();
    assertThat(fixture.check()).as("what the check of the closed store finds").isEmpty();
    mayFail = false;
    store = fixture.open(clock);
    Map<String, StoreModel> byText = new HashMap<>();
    possible.forEach(each -> byText.put(text(each), each));
    if (!byText.containsKey(text(store))) {
      await().untilAsserted(() -> assertHoldsOneOf(possible));
    }
    model.close();
    model = byText.get(text(store)).reopened();
    learnIds();
  }

  private void assertHoldsOneOf(List<StoreModel> possible) {
    String held = text(store);
    List<String> texts = possible.stream().map(this::text).toList();
    if (!texts.contains(held)) {
      assertSame(held, closest(held, texts));
    }
  }

  /** The text that has the most lines in common with {@code held}: the one to read beside it. */
  private static String closest(String held, List<String> texts) {
    return texts.stream()
        .min(Comparator.comparingInt(text -> added(held, text).size() + added(text, held).size()))
        .orElseThrow();
  }

  /** The lines of {@code text} that {@code other} does not have. */
  private static Set<String> added(String text, String other) {
    Set<String> added = new LinkedHashSet<>(text.lines().toList());
    other.lines().forEach(added::remove);
    return added;
  }

  private void compare() {
    try {
      String expected = text(model);
      if (!text(store).equals(expected)) {
        await().untilAsserted(() -> assertSame(text(store), expected));
      }
    } catch (StoreException e) {
      if (e.code() != Code.STORE_FAILED || !mayFail) {
        throw e;
      }
      reopen("failed between steps");
    }
  }

  /** Fails with the lines that differ, and only when there are none with the whole. */
  private static void assertSame(String held, String expected) {
    assertThat(String.join("\n", added(held, expected)))
        .isEqualTo(String.join("\n", added(expected, held)));
    assertThat(held).isEqualTo(expected);
  }

  /** Everything that a store holds, and what it answers to some questions beside. */
  private String text(MessageStore described) {
    StringBuilder text = new StringBuilder(StoreText.describe(described));
    for (MessageIdentity identity : RandomVocabulary.identities()) {
      text.append(identity).append(" lies at ");
      text.append(described.locate(identity).size()).append(" places\n");
    }
    for (Bytes producer : RandomVocabulary.PRODUCERS) {
      text.append(producer).append(" ends with ");
      text.append(described.lastProducerSequence(producer)).append('\n');
    }
    long nowMillis = clock.millis() + 1_000_000;
    text.append("expired ");
    for (Position position : described.expired(nowMillis, 1000)) {
      text.append(described.read(position).orElseThrow().expiresAtMillis()).append(' ');
    }
    return text.append('\n').toString();
  }

  private Position placeInStore(Position ofModel) {
    int unknown = Integer.MAX_VALUE - ofModel.destinationId();
    int id = storeIds.getOrDefault(ofModel.destinationId(), unknown);
    return new Position(id, ofModel.lane(), ofModel.sequence());
  }

  private void learnIds() {
    for (DestinationInfo info : model.destinations()) {
      if (!storeIds.containsKey(info.id())) {
        store.find(info.destination()).ifPresent(found -> storeIds.put(info.id(), found.id()));
      }
    }
  }

  private void note(String line) {
    done.addLast(line);
    if (done.size() > SHOWN_STEPS) {
      done.removeFirst();
    }
  }

  private String report(int count) {
    return "random operations fail; again with "
        + Seeds.replay(seed, count)
        + "\nthe last steps:\n"
        + done.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
  }
}
