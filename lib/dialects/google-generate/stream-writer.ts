/** Writes Parts as a stream of candidate results (spec, Events; wire-formats §4.7). */
import type { AssistantContent } from "#lib/canonical/call.ts";
import { createReasoningCarrier, type ReasoningCarrier } from "#lib/canonical/carried-reasoning.ts";
import type { CarriedReasoning } from "#lib/canonical/opaque.ts";
import type { Part, PartOf, TokenLogprob } from "#lib/canonical/part.ts";
import type { Source } from "#lib/canonical/reply.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamErrorJson } from "./errors.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { writeSources } from "./grounding.ts";
import { writeLogprobs } from "./logprobs.ts";
import { withoutOwn, writeAnswerPart } from "./reply.ts";
import { writeSignatureFields } from "./signatures.ts";
import { writeUsage } from "./usage.ts";

type Framing = { first: string; next: string; close: string; end: string; nothing: string };

/** Bare `data:` events: the SDK drops one that starts with anything else, and cannot read `[DONE]`. */
const EVENTS: Framing = { first: "data: ", next: "data: ", close: "\n\n", end: "", nothing: "" };
/** One JSON array in pieces, for clients that request `alt=json`. */
const ARRAY: Framing = { first: "[", next: ",\r\n", close: "", end: "]", nothing: "[]" };

export function createStreamWriter(identity: ReplyIdentity): StreamWriter {
  return createWriter(identity, EVENTS);
}

/** An error Part ends the array with an element `{error}`, as the API does. */
export function createArrayStreamWriter(identity: ReplyIdentity): StreamWriter {
  return createWriter(identity, ARRAY);
}

const HEAD = '{"candidates":[{"content":{"parts":[';

function createWriter({ id, model }: ReplyIdentity, framing: Framing): StreamWriter {
  // Every event repeats these fields: they are serialised once.
  let meta = JSON.stringify({ modelVersion: model, responseId: id }).slice(1);
  let opening = framing.first;
  /** The last finish, held until the usage arrives: both go into the last event. */
  let pendingFinish: string | undefined;
  let usage = "";
  let ended = false;
  /** Vendor data from the start of a block or a call. */
  const vendors = new Map<string, VendorData>();
  /** By choice: thoughts that other dialects signed, and the text of the open thought. */
  const thoughts = new Map<number, { carrier: ReasoningCarrier; pieces: string[] }>();
  const sources = new Map<number, Source[]>();
  /** Texts of each choice, in pieces, from which the places of its sources are computed. */
  const texts = new Map<number, { id: string; pieces: string[] }[]>();

  function event(body: string): string {
    const text = opening + body + framing.close;
    opening = framing.next;
    return text;
  }

  function partEvent(choice: number, part: string, logprobs = ""): string {
    return event(`${HEAD}${part}],"role":"model"}${logprobs},"index":${choice}}],${meta}`);
  }

  function contentEvent(choice: number, content: AssistantContent, reasoning: CarriedReasoning[] = []): string {
    const part = writeAnswerPart(content, reasoning);
    return part ? partEvent(choice, JSON.stringify(part)) : "";
  }

  /** The vendor data of a block's start and end together; undefined, nearly always, when there is none. */
  function getVendor({ choice, id: block, vendor }: { choice: number; id: string; vendor?: VendorData }) {
    if (vendors.size === 0) return vendor;
    const key = `${choice}/${block}`;
    const before = vendors.get(key);
    vendors.delete(key);
    return before && vendor ? { ...before, ...vendor } : (vendor ?? before);
  }

  function getThoughts(choice: number) {
    const known = thoughts.get(choice);
    if (known) return known;
    const state = { carrier: createReasoningCarrier(), pieces: [] };
    thoughts.set(choice, state);
    return state;
  }

  /** Text that is empty carries the signature of the text before it; clients that leave it out have the call's id. */
  function closeText(part: PartOf<"text-end"> | PartOf<"reasoning-end">): string {
    const vendor = getVendor(part);
    if (part.type === "reasoning-end") endThought(part.choice, vendor);
    const fields = writeSignatureFields(vendor);
    if (!fields) return "";
    const thought = part.type === "reasoning-end" ? { thought: true } : {};
    return partEvent(part.choice, JSON.stringify({ text: "", ...thought, ...fields }));
  }

  function beginText(choice: number, block: string): { id: string; pieces: string[] } {
    const text = { id: block, pieces: [] };
    const known = texts.get(choice);
    if (known) known.push(text);
    else texts.set(choice, [text]);
    return text;
  }

  function noteText({ choice, id: block, text }: PartOf<"text-delta">): void {
    const last = texts.get(choice)?.at(-1);
    (last?.id === block ? last : beginText(choice, block)).pieces.push(text);
  }

  function noteSource({ type: _, choice, text, ...source }: PartOf<"source">): void {
    const about = text ?? (texts.get(choice)?.length ?? 1) - 1;
    const known = sources.get(choice);
    if (known) known.push({ ...source, text: about });
    else sources.set(choice, [{ ...source, text: about }]);
  }

  function endThought(choice: number, vendor: VendorData | undefined): void {
    const { carrier, pieces } = getThoughts(choice);
    carrier.reason(withoutOwn({ type: "reasoning", text: pieces.splice(0).join(""), ...(vendor ? { vendor } : {}) }));
  }

  function holdFinish({ choice, reason, vendor }: PartOf<"finish">): void {
    const vendorFields = vendor?.[DIALECT];
    if (vendorFields?.promptFeedback !== undefined) {
      pendingFinish = `{"promptFeedback":${JSON.stringify(vendorFields.promptFeedback)}`;
      return;
    }
    const fields = {
      finishReason: writeFinishReason(reason),
      index: choice,
      ...writeSources(sources.get(choice), {
        own: vendorFields,
        texts: (texts.get(choice) ?? []).map(({ pieces }) => ({ text: pieces.join("") })),
      }),
      ...vendorFields,
    };
    pendingFinish = `${HEAD}{"text":""}],"role":"model"},${JSON.stringify(fields).slice(1)}]`;
  }

  function flush(): string {
    if (pendingFinish === undefined) return "";
    const text = event(`${pendingFinish}${usage},${meta}`);
    pendingFinish = undefined;
    return text;
  }

  function write(part: Part): string {
    switch (part.type) {
      case "start": {
        const rest = part.vendor?.[DIALECT];
        if (rest) meta = JSON.stringify({ modelVersion: model, responseId: id, ...rest }).slice(1);
        return "";
      }
      case "text-delta":
        noteText(part);
        getThoughts(part.choice).carrier.say(part.text);
        return part.text || part.logprobs
          ? partEvent(part.choice, `{"text":${JSON.stringify(part.text)}}`, logprobsField(part.logprobs))
          : "";
      case "refusal-delta":
        // This API has no refusals: a refusal is text.
        getThoughts(part.choice).carrier.say(part.text);
        return partEvent(part.choice, `{"text":${JSON.stringify(part.text)}}`, logprobsField(part.logprobs));
      case "reasoning-delta":
        getThoughts(part.choice).pieces.push(part.text);
        return part.text ? partEvent(part.choice, `{"text":${JSON.stringify(part.text)},"thought":true}`) : "";
      case "text-start":
      case "reasoning-start":
      case "tool-input-start":
        if (part.type === "text-start") beginText(part.choice, part.id);
        if (part.vendor) vendors.set(`${part.choice}/${part.id}`, part.vendor);
        return "";
      case "text-end":
      case "reasoning-end":
        return closeText(part);
      case "tool-call": {
        const { choice, id: callId, name, kind, input } = part;
        const vendor = getVendor(part);
        const call = { type: "tool-call" as const, id: callId, name, kind, input, ...(vendor ? { vendor } : {}) };
        return contentEvent(choice, call, thoughts.get(choice)?.carrier.take());
      }
      case "file":
      case "unknown":
        return contentEvent(part.choice, part);
      case "source":
        noteSource(part);
        return "";
      case "finish": {
        const before = flush();
        holdFinish(part);
        return before;
      }
      case "usage":
        usage = `,"usageMetadata":${JSON.stringify(writeUsage(part.usage))}`;
        return flush();
      case "error": {
        ended = true;
        const { status, message, code } = part;
        return (
          event(writeStreamErrorJson(new GatewayError({ status, message, ...(code ? { code } : {}) }))) + framing.end
        );
      }
      case "tool-input-delta":
      case "tool-input-end":
        // A call is written whole.
        return "";
      default:
        return part satisfies never;
    }
  }

  return {
    write: (part) => (ended ? "" : write(part)),
    end(): string {
      if (ended) return "";
      ended = true;
      const last = flush();
      return opening === framing.first && framing.first !== framing.next ? framing.nothing : last + framing.end;
    },
  };
}

function logprobsField(tokens: TokenLogprob[] | undefined): string {
  return tokens ? `,"logprobsResult":${JSON.stringify(writeLogprobs(tokens))}` : "";
}
