package io.levee.testkit;

import io.levee.store.BranchInfo;
import io.levee.store.BranchOperation;
import io.levee.store.Bytes;
import io.levee.store.DeadLetter;
import io.levee.store.Destination;
import io.levee.store.DestinationInfo;
import io.levee.store.Message;
import io.levee.store.MessageIdentity;
import io.levee.store.MessageStore;
import io.levee.store.Page;
import io.levee.store.PageRequest;
import io.levee.store.Position;
import io.levee.store.StoredMessage;
import io.levee.store.SubscriptionInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Prints everything that a store shows as one text, so that two states are compared by one
 * assertion and a difference is read as two lines. Numbers that stores may choose, as those of
 * destinations and commits, are left out.
 *
 * <pre>
 * queue://orders lanes=1 expiry=DISCARD messages=2 bytes=4 last=3
 *   retained h=h b=last
 *   0/1 h=h b=a
 *   0/3 h=h b=c id=producer#7 expires=1000 redeliveries=2
 * </pre>
 */
public final class StoreText {

  private static final int PAGE = 7;
  private static final int SHOWN_BYTES = 40;

  private final MessageStore store;
  private final StringBuilder text = new StringBuilder();

  private StoreText(MessageStore store) {
    this.store = store;
  }

  /** Everything that {@code store} shows. Nothing may change it meanwhile. */
  public static String describe(MessageStore store) {
    StoreText description = new StoreText(store);
    store.destinations().forEach(description::destination);
    description.line("retained in " + store.retainedDestinations());
    description.branches();
    return description.text.toString();
  }

  private void branches() {
    inPages(
        after -> store.dtx().list(after, PAGE),
        BranchInfo::number,
        info -> {
          line("branch " + info.id() + " " + info.state() + " operations=" + info.operations());
          inPages(
              after -> store.dtx().operations(info.id(), (int) after - 1, PAGE),
              operation -> operation.ordinal() + 1L,
              operation -> line("  promises " + operation(operation)));
        });
  }

  private static String operation(BranchOperation operation) {
    return operation.ordinal()
        + (" " + operation.kind() + " " + name(operation.destination()))
        + operation.position().map(position -> " at " + place(position)).orElse("")
        + operation.subscription().map(subscription -> " for " + shown(subscription)).orElse("")
        + operation.target().map(target -> " to " + name(target)).orElse("")
        + operation.header().map(header -> " h=" + shown(header)).orElse("")
        + (" bytes=" + operation.bytes());
  }

  private void destination(DestinationInfo info) {
    Destination destination = info.destination();
    line(
        name(destination)
            + " lanes="
            + info.options().lanes()
            + " expiry="
            + info.options().expiry()
            + info.options().deadLetterChannel().map(channel -> " to=" + channel).orElse("")
            + (" messages=" + info.messageCount())
            + (" bytes=" + info.messageBytes())
            + (info.heldCount() == 0 ? "" : " held=" + info.heldCount())
            + (info.heldBytes() == 0 ? "" : "/" + info.heldBytes())
            + (" last=" + info.lastSequence()));
    store.retained(destination).ifPresent(message -> line("  retained " + value(message)));
    for (int lane = 0; lane < info.options().lanes(); lane++) {
      int browsed = lane;
      inPages(
          after -> store.browse(destination, request(after).inLane(browsed)),
          message -> message.position().sequence(),
          message -> line("  " + entry(destination, message)));
    }
    switch (destination.kind()) {
      case QUEUE -> {}
      case TOPIC -> store.subscriptions().list(destination).forEach(this::subscription);
      case DEAD_LETTER_CHANNEL -> deadLetters(destination.name());
    }
  }

  private void subscription(SubscriptionInfo info) {
    line(
        "  subscription "
            + shown(info.name())
            + (" data=" + shown(info.data()))
            + (" pending=" + info.pendingCount())
            + (" bytes=" + info.pendingBytes())
            + (info.heldCount() == 0 ? "" : " held=" + info.heldCount()));
    inPages(
        after -> store.subscriptions().browse(info.topic(), info.name(), request(after)),
        message -> message.position().sequence(),
        message -> line("    pending " + entry(info.topic(), message)));
  }

  private void deadLetters(String channel) {
    inPages(
        after -> store.deadLetters().list(channel, after, PAGE),
        letter -> letter.message().position().sequence(),
        letter -> line("  dead " + letter(letter)));
    for (Destination origin : store.deadLetters().origins(channel)) {
      line("  from " + name(origin));
      inPages(
          after -> store.deadLetters().listFrom(channel, origin, after, PAGE),
          letter -> letter.message().position().sequence(),
          letter -> line("    dead " + letter(letter)));
    }
  }

  private static String letter(DeadLetter letter) {
    return place(letter.message().position())
        + (" origin=" + name(letter.origin()) + "#" + letter.originSequence())
        + (" reason=" + letter.reason())
        + (" redeliveries=" + letter.redeliveries());
  }

  private String entry(Destination destination, StoredMessage message) {
    return place(message.position())
        + (" h=" + shown(message.header()))
        + (" b=" + shown(body(message)))
        + message.identity().map(identity -> identity(destination, message, identity)).orElse("")
        + (message.expiresAtMillis() == 0 ? "" : " expires=" + message.expiresAtMillis())
        + (message.redeliveries() == 0 ? "" : " redeliveries=" + message.redeliveries());
  }

  private String identity(
      Destination destination, StoredMessage message, MessageIdentity identity) {
    boolean located =
        store.locate(destination, identity).filter(message.position()::equals).isPresent()
            && store.locate(identity).contains(message.position());
    return " id="
        + shown(identity.producer())
        + "#"
        + identity.sequence()
        + (located ? "" : " NOT LOCATED");
  }

  private Bytes body(StoredMessage message) {
    return message.body().orElseGet(() -> bodyAt(message.position()));
  }

  private Bytes bodyAt(Position position) {
    try (InputStream body = store.openBody(position).orElseThrow()) {
      return Bytes.wrap(body.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the body of " + position + " cannot be read", e);
    }
  }

  private static String value(Message message) {
    Bytes body = ((Message.Inline) message.body()).bytes();
    return "h=" + shown(message.header()) + " b=" + shown(body);
  }

  private interface Printer<T> {
    void print(T item);
  }

  private static <T> void inPages(
      LongFunction<Page<T>> page, ToLongFunction<T> sequence, Printer<T> printer) {
    long after = 0;
    boolean more = true;
    while (more) {
      Page<T> next = page.apply(after);
      next.items().forEach(printer::print);
      List<T> items = next.items();
      after = items.isEmpty() ? after : sequence.applyAsLong(items.get(items.size() - 1));
      more = next.more();
    }
  }

  private static PageRequest request(long after) {
    return PageRequest.after(after, PAGE);
  }

  private static String place(Position position) {
    return position.lane() + "/" + position.sequence();
  }

  private static String name(Destination destination) {
    return printable(destination.toString());
  }

  /** Short text as it is, anything else as its size and hash. */
  private static String shown(Bytes bytes) {
    if (bytes.size() > SHOWN_BYTES) {
      return bytes.size() + " bytes, hash " + Integer.toHexString(bytes.hashCode());
    }
    return printable(new String(bytes.toArray(), StandardCharsets.ISO_8859_1));
  }

  private static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (c < ' ' || c > '~') {
                printable.append(String.format("\\u%04x", c));
              } else {
                printable.append((char) c);
              }
            });
    return printable.toString();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
