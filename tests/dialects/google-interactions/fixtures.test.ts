/** Law 2, write(read(x)) = x, and law 3, folding a stream gives the reply, over fixtures. */
import { describe, expect, it } from "vitest";
import type {
  InteractionEvent,
  InteractionReply,
  InteractionsRequest,
} from "#lib/contract/google-interactions/wire.ts";
import { googleInteractions } from "#lib/dialects/google-interactions/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";
import { pairedFixtures, replyFixtures, streamFixtures } from "#tests/support/fixtures.ts";

const wire = { model: "m", input: "hi" } as InteractionsRequest;
const readParts = (events: unknown[]) => readStream(googleInteractions, events);

function identityOf({ id = "", model = "", created = "", updated = created }: InteractionReply) {
  const seconds = (time: string) => Date.parse(time) / 1_000;
  return { id, model, created: seconds(created), readTime: () => seconds(updated) };
}

/** The short list of what may differ: Google also says "completed" of an interaction whose calls wait. */
function normalReply(reply: InteractionReply): InteractionReply {
  const waits = reply.status === "completed" && reply.steps?.some(({ type }) => type === "function_call");
  return waits ? { ...reply, status: "requires_action" } : reply;
}

function readFrames(text: string): InteractionEvent[] {
  return text
    .split("\n\n")
    .filter((frame) => frame.startsWith("event: ") && !frame.endsWith("[DONE]"))
    .map((frame) => JSON.parse(frame.replace(/^event: .*\ndata: /, "")));
}

describe("replies", () => {
  it.each(replyFixtures("google-interactions"))("$name is the same when read and written again", ({ json }) => {
    const reply = json as InteractionReply;
    const read = googleInteractions.readReply(reply);
    expect(googleInteractions.writeReply(read, identityOf(reply), wire)).toEqual(normalReply(reply));
  });
});

describe("streams", () => {
  it.each(pairedFixtures("google-interactions"))("$name: the fold is the reply", ({ events, json }) => {
    const written = googleInteractions.writeReply(fold(readParts(events)), identityOf(json as InteractionReply), wire);
    expect(written).toEqual(normalReply(json as InteractionReply));
  });

  it.each(streamFixtures("google-interactions"))(
    "$name: reading what was written gives the same Parts",
    ({ events }) => {
      const parts = readParts(events);
      const identity = identityOf((events[0] as InteractionEvent).interaction as InteractionReply);
      const text = writeStream(googleInteractions, parts, { identity, wire: { ...wire, stream: true } });
      expect(text.endsWith("event: done\ndata: [DONE]\n\n")).toBe(true);
      expect(readParts(readFrames(text))).toEqual(parts);
      expect(googleInteractions.readStreamTail(text.slice(-2_000)).complete).toBe(true);
      const usage = parts.find((part) => part.type === "usage")?.usage;
      expect(googleInteractions.readStreamTail(text.slice(-2_000)).usage).toEqual(usage);
    },
  );

  it.each(streamFixtures("google-interactions"))(
    "$name: each step starts once, stops once, and has its deltas between",
    ({ events }) => {
      const identity = { id: "interaction_1", created: 0, model: "m" };
      const written = readFrames(writeStream(googleInteractions, readParts(events), { identity, wire }));
      const open = new Set<number>();
      let next = 0;
      for (const event of written) {
        if (event.event_type === "step.start") {
          expect(event.index).toBe(next++);
          open.add(event.index as number);
        } else if (event.event_type === "step.delta") expect(open).toContain(event.index);
        else if (event.event_type === "step.stop") expect(open.delete(event.index as number)).toBe(true);
      }
      expect(open.size).toBe(0);
      expect([written[0]?.event_type, written.at(-1)?.event_type]).toEqual([
        "interaction.created",
        "interaction.completed",
      ]);
    },
  );
});

describe("events of a background interaction", () => {
  it("have ids, from which a client can read on", () => {
    const [{ events } = { events: [] }] = streamFixtures("google-interactions");
    const identity = { id: "interaction_1", created: 0, model: "m" };
    const text = writeStream(googleInteractions, readParts(events), { identity, wire: { ...wire, background: true } });
    const written = readFrames(text);
    expect(written.map(({ event_id }) => event_id)).toEqual(written.map((_, index) => String(index)));
  });
});
