/** Probe: one live request to a server, and the checks of its response. */
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";

/** Response as its dialect reads it. */
export type Reading = {
  reply: Reply;
  /** Parts of a stream; empty for a whole response. */
  parts: readonly Part[];
  /** First place at which the response differs from the API's schema, though its content can be read. */
  formFault: string | undefined;
};

/** `undefined`: passed. A string is the reason of a failure. */
export type Verdict = string | { notOffered: string } | undefined;

export type Check = {
  /** Name on screen, the same in every API. */
  name: string;
  judge: (reading: Reading) => Verdict;
};

export type Probe = {
  /** The call, without its model. */
  ask: Partial<Call>;
  stream: boolean;
  checks: readonly Check[];
  /** Chat Completions' name of the field under test: an API that drops it does not offer the feature. */
  field?: string;
  /** True for what every server of the API must do: a refusal is then a failure. */
  isRequired?: boolean;
  /** Limit on output tokens when it is not that of the run. */
  maxOutputTokens?: number;
};

/** Text of the first choice. */
export function readText({ choices: [choice] }: Reply): string {
  return (choice?.content ?? []).flatMap((part) => (part.type === "text" ? part.text : [])).join("");
}

/** Returns why a reply has no text; undefined when it has some. */
export function findMissingText({ reply }: Pick<Reading, "reply">): string | undefined {
  if (readText(reply).trim() !== "") return undefined;
  const { finish, content = [] } = reply.choices[0] ?? {};
  if (finish?.unified === "length") return "The response has no text: the token limit ended it. Raise --max-tokens.";
  const kinds = [...new Set(content.map(({ type }) => type))].join(", ");
  return `The response has no text${kinds ? `, only ${kinds}` : ""}.`;
}

/** Formats a number of things, such as "1 choice". */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
