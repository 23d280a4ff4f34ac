/**
 * Signed reasoning for which an API has no slot, or a slot that clients drop: it travels, text included, in the id of
 * the call that it led to, and is restored to its place (architecture.md, law 7).
 */
import type { AssistantContent, ReasoningContent } from "./call.ts";
import type { CarriedReasoning } from "./opaque.ts";

export type ReasoningCarrier = {
  /** Counts text of the response, whole or in pieces. */
  say(text: string): void;
  /** Returns the length of all text so far, in UTF-16 units. */
  said(): number;
  /** Adds a complete block of reasoning. */
  reason(content: ReasoningContent): void;
  /** Returns the reasoning that the next call's id carries: none unless some of it is signed. */
  take(): CarriedReasoning[];
};

export function createReasoningCarrier(): ReasoningCarrier {
  let textBefore = 0;
  let pending: CarriedReasoning[] = [];
  return {
    say(text) {
      textBefore += text.length;
    },
    said: () => textBefore,
    reason(content) {
      pending.push({ content, textBefore });
    },
    take() {
      const taken = pending;
      pending = [];
      return taken.some(({ content }) => isSigned(content)) ? taken : [];
    },
  };
}

/** An upstream does not need back reasoning that has only an id and a status. */
function isSigned({ vendor = {} }: ReasoningContent): boolean {
  return Object.values(vendor).some((data) => Object.keys(data).some((key) => key !== "id" && key !== "status"));
}

/** @param content of the turn, without the calls: texts are split where reasoning interrupted them */
export function placeReasoning(content: AssistantContent[], carried: CarriedReasoning[]): AssistantContent[] {
  const placed: AssistantContent[] = [];
  let next = 0;
  let before = 0;
  for (const part of content) {
    if (part.type !== "text") {
      placed.push(part);
      continue;
    }
    let { text } = part;
    for (let one = carried[next]; one && one.textBefore < before + text.length; one = carried[++next]) {
      const length = Math.max(0, one.textBefore - before);
      if (length > 0) placed.push({ ...part, text: text.slice(0, length) });
      placed.push(one.content);
      text = text.slice(length);
      before += length;
    }
    if (text !== "" || part.text === "") placed.push({ ...part, text });
    before += text.length;
  }
  return [...placed, ...carried.slice(next).map(({ content: reasoning }) => reasoning)];
}
