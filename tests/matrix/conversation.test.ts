/** Tool conversations of two turns: signed data goes back to its vendor and to no one else (architecture.md, law 7). */
import { describe, expect, it } from "vitest";
import { type Case, cases, redactedTurn, replyOf, signedTurn } from "./cases.ts";
import { bodiesForOthers, secondCall } from "./cells.ts";
import { type DialectId, pairs } from "./dialects.ts";
import { keepings } from "./echo.ts";
import { modes, playRequest } from "./play.ts";

const tools: Case["ask"]["tools"] = [
  { kind: "function", name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
];
const fetchText = { tools, reasoning: { effort: "high" as const }, maxOutputTokens: 20_000 };
const turns: { what: string; test: Case }[] = [
  {
    what: "signed",
    test: { name: "signed", ask: fetchText, answer: (maker) => replyOf(signedTurn(maker), "tool-calls") },
  },
  {
    what: "redacted",
    test: { name: "redacted", ask: fetchText, answer: (maker) => replyOf(redactedTurn(maker), "tool-calls") },
  },
];

/** The bytes that a maker's answers carry in these tests, and the marks of the gateway's own seal. */
const bytesOf = (maker: DialectId) =>
  ["signed", "hidden"].map((how) => Buffer.from(`${how} by ${maker}`).toString("base64"));
const SEALS = ["pl1.", Buffer.from("pl1.").toString("base64").slice(0, 5)];

const conversations = pairs.flatMap((pair) =>
  modes.flatMap((mode) => keepings.flatMap((keeping) => turns.map((turn) => ({ ...pair, mode, keeping, ...turn })))),
);

describe("a second turn", () => {
  it.each(conversations)(
    "$client → $upstream, $what, $mode, a client that keeps $keeping",
    ({ client, upstream, mode, keeping, what, test }) => {
      const cell = { client, upstream, mode };
      const asked = playRequest({ ...cell, ask: fetchText });
      const { body } = secondCall({ test, cell, asked, keeping });
      const isCarried = bytesOf(upstream).some((bytes) => body.includes(bytes));
      expect(isCarried, "its maker gets the bytes back").toBe(!isLost({ client, upstream, keeping }));
      if (upstream !== client) for (const seal of SEALS) expect(body).not.toContain(seal);
      for (const other of bodiesForOthers({ test, cell, keeping })) {
        for (const mark of [...bytesOf(upstream), ...SEALS])
          expect(other, `${what} by ${upstream}`).not.toContain(mark);
      }
    },
  );
});

describe("a text with Gemini's signature", () => {
  const [test] = cases.filter(({ name }) => name === "text with signature");
  const bytes = Buffer.from("signed by google-generate").toString("base64");
  const ways = modes.flatMap((mode) => keepings.map((keeping) => ({ mode, keeping })));

  it.each(ways)("through openai-responses, $mode, a client that keeps $keeping", ({ mode, keeping }) => {
    if (!test) throw new Error("the case is gone");
    const cell = { client: "openai-responses" as const, upstream: "google-generate" as const, mode };
    const asked = playRequest({ ...cell, ask: test.ask });
    const { body } = secondCall({ test, cell, asked, keeping });
    expect(body).toContain(`"text":"Paris it is.","thoughtSignature":"${bytes}"`);
    for (const other of bodiesForOthers({ test, cell, keeping }))
      for (const mark of [bytes, ...SEALS]) expect(other).not.toContain(mark);
  });
});

/**
 * A field that an OpenAI-style upstream itself puts beside a call: a client that drops it loses it without a gateway
 * too.
 */
function isLost({ client, upstream, keeping }: { client: DialectId; upstream: DialectId; keeping: string }): boolean {
  return client === "openai-chat" && upstream === "openai-chat" && keeping === "known fields only";
}
