/** Law 7: opaque data of any vendor returns byte for byte through a client of this API, and goes to no other vendor. */
import { describe, expect, it } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import type { InteractionReply, InteractionsRequest, WireStep } from "#lib/contract/google-interactions/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { googleInteractions } from "#lib/dialects/google-interactions/index.ts";
import { fold, readStream, writeStream } from "#tests/support/dialect-streams.ts";
import { pairedFixtures } from "#tests/support/fixtures.ts";

const wire = { model: "m", input: "hi" } as InteractionsRequest;
const identity = { id: "interaction_1", created: 0, model: "m" };
const user = { type: "user_input", content: [{ type: "text", text: "Go on." }] };
const sources = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "google-generate",
  "google-interactions",
] as const;

const cases = sources.flatMap((vendor) =>
  pairedFixtures(vendor)
    .filter(({ name }) => /^(reasoning|tools)/.test(name))
    .map((fixture) => ({ vendor, ...fixture })),
);

/** Steps that a client of a stream has: its deltas joined, as Google's guide to streaming says. */
function joinSteps(parts: Part[]): WireStep[] {
  const text = writeStream(googleInteractions, parts, { identity, wire });
  const frames = text.split("\n\n").filter((frame) => frame.startsWith("event: step."));
  const events = frames.map((frame) => JSON.parse(frame.replace(/^event: .*\ndata: /, "")));
  const reply = fold(
    readStream(googleInteractions, [
      ...events,
      { event_type: "interaction.completed", interaction: { status: "completed" } },
    ]),
  );
  return (googleInteractions.writeReply(reply, identity, wire) as InteractionReply).steps ?? [];
}

/** Returns the request to the vendor's upstream for the turn that a client of this API sends back. */
function sendBack(vendor: (typeof sources)[number], steps: WireStep[]): unknown {
  const call = googleInteractions.readRequest(
    googleInteractions.parseRequest({ ...wire, input: [user, ...steps, user] }),
  );
  return dialects[vendor].writeRequest({ ...call, model: "gemini-3-pro" });
}

/** Opaque strings in a value: signatures, encrypted reasoning and the like. */
function listOpaque(value: unknown): string[] {
  return [
    ...JSON.stringify(value).matchAll(
      /"(?:signature|thought_signature|thoughtSignature|encrypted_content|data)":"([^"]+)"/g,
    ),
  ].map(([, opaque]) => opaque as string);
}

describe.each(cases)("$vendor/$name", ({ vendor, json, events }) => {
  const wanted = listOpaque(json);

  it("returns from a reply", () => {
    const written = googleInteractions.writeReply(dialects[vendor].readReply(json), identity, wire) as InteractionReply;
    const sent = listOpaque(sendBack(vendor, written.steps ?? []));
    for (const opaque of wanted) expect(sent).toContain(opaque);
  });

  it("returns from a stream", () => {
    const sent = listOpaque(sendBack(vendor, joinSteps(readStream(dialects[vendor], events))));
    for (const opaque of wanted) expect(sent).toContain(opaque);
  });

  it("goes to no other vendor", () => {
    const written = googleInteractions.writeReply(dialects[vendor].readReply(json), identity, wire) as InteractionReply;
    for (const other of sources.filter((one) => one !== vendor)) {
      const sent = JSON.stringify(sendBack(other, written.steps ?? []));
      for (const opaque of wanted) expect(sent).not.toContain(opaque);
      expect(sent).not.toContain("pl1.");
      expect(sent).not.toContain("cGwxL");
    }
  });
});

it("some of these have opaque data", () => {
  expect(cases.filter(({ json }) => listOpaque(json).length > 0).length).toBeGreaterThan(5);
});
