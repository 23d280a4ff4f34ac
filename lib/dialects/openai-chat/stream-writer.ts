/** Writes Parts as a stream of chat completion chunks (wire-formats §1.6). */
import { createReasoningCarrier, type ReasoningCarrier } from "#lib/canonical/carried-reasoning.ts";
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import { omitVendor, sealReasoningIntoId } from "#lib/canonical/opaque.ts";
import type { Part, PartOf, TokenLogprob, ToolKind } from "#lib/canonical/part.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { ChatRequest } from "#lib/contract/openai-chat/wire.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { writeImage } from "./images.ts";
import { writeLogprobs } from "./logprobs.ts";
import { writeAnnotation } from "./reply.ts";
import { writeUsage } from "./usage.ts";

type ChoiceState = {
  calls: Map<string, { index: number; kind: ToolKind }>;
  /** Blocks of reasoning that have not ended, by id. */
  reasoning: Map<string, { pieces: string[]; vendor: VendorData | undefined }>;
  carrier: ReasoningCarrier;
  images: number;
  /** Offset of each text in all text of the choice. */
  textStarts: number[];
  refused: boolean;
};

export function createStreamWriter(identity: ReplyIdentity, wire: ChatRequest): StreamWriter {
  const { id, created, model } = identity;
  const includeUsage = wire.stream_options?.include_usage === true;
  const choices = new Map<number, ChoiceState>();
  // Every chunk repeats these fields: they are serialised once.
  const head = JSON.stringify({ id, object: "chat.completion.chunk", created, model }).slice(0, -1);
  const tail = includeUsage ? `,"usage":null}\n\n` : `}\n\n`;
  let extras = "";
  let ended = false;

  function chunk(
    choice: number,
    delta: unknown,
    { finish = null as string | null, stop = undefined as string | undefined, logprobs = "null" } = {},
  ): string {
    const finishReason = finish === null ? "null" : JSON.stringify(finish);
    const stopReason = stop === undefined ? "" : `,"stop_reason":${JSON.stringify(stop)}`;
    const body = `{"index":${choice},"delta":${JSON.stringify(delta)},"logprobs":${logprobs},"finish_reason":${finishReason}${stopReason}}`;
    return `data: ${head}${extras},"choices":[${body}]${tail}`;
  }

  function opened(choice: number): string {
    return choices.has(choice) ? "" : open(choice);
  }

  function open(choice: number): string {
    choices.set(choice, {
      calls: new Map(),
      reasoning: new Map(),
      carrier: createReasoningCarrier(),
      images: 0,
      textStarts: [],
      refused: false,
    });
    return chunk(choice, { role: "assistant", content: "", refusal: null });
  }

  function noteReasoning({ choice, id: block, vendor }: PartOf<"reasoning-start">): void {
    choices.get(choice)?.reasoning.set(block, { pieces: [], vendor });
  }

  function endReasoning({ choice, id: block, vendor: atEnd }: PartOf<"reasoning-end">): void {
    const state = choices.get(choice);
    const begun = state?.reasoning.get(block);
    if (!state || !begun) return;
    state.reasoning.delete(block);
    const vendor = begun.vendor || atEnd ? { vendor: { ...begun.vendor, ...atEnd } } : {};
    state.carrier.reason({ type: "reasoning", text: begun.pieces.join(""), ...vendor });
  }

  function writeFile(part: PartOf<"file">): string {
    const role = opened(part.choice);
    const state = choices.get(part.choice);
    const image = writeImage(part, state?.images ?? 0);
    if (image) {
      if (state) state.images++;
      return role + chunk(part.choice, { images: [image] });
    }
    const note = `${state?.carrier.said() ? "\n\n" : ""}${describeDroppedFile(part)}`;
    state?.carrier.say(note);
    return role + chunk(part.choice, { content: note });
  }

  /** Writes a fragment of a call; the first one has its id and name, the others only its index (§1.6). */
  function writeToolFragment(
    choice: number,
    call: { index: number; kind: ToolKind },
    fragment: Record<string, unknown>,
  ): string {
    // The deprecated pair has one call and no ids.
    if (wire.functions) return call.index === 0 ? chunk(choice, { function_call: fragment.function }) : "";
    return chunk(choice, { tool_calls: [{ index: call.index, ...fragment }] });
  }

  function write(part: Part): string {
    switch (part.type) {
      case "start":
        extras = part.vendor?.[DIALECT] ? `,${JSON.stringify(part.vendor[DIALECT]).slice(1, -1)}` : "";
        return opened(0);
      case "text-delta": {
        const role = opened(part.choice);
        choices.get(part.choice)?.carrier.say(part.text);
        return (
          role + chunk(part.choice, { content: part.text }, { logprobs: writeLogprobsJson("content", part.logprobs) })
        );
      }
      case "reasoning-start": {
        const role = opened(part.choice);
        noteReasoning(part);
        return role;
      }
      case "reasoning-delta": {
        const role = opened(part.choice);
        choices.get(part.choice)?.reasoning.get(part.id)?.pieces.push(part.text);
        return role + chunk(part.choice, { reasoning_content: part.text });
      }
      case "reasoning-end":
        endReasoning(part);
        return "";
      case "refusal-delta": {
        const role = opened(part.choice);
        const state = choices.get(part.choice);
        if (state) state.refused = true;
        return (
          role + chunk(part.choice, { refusal: part.text }, { logprobs: writeLogprobsJson("refusal", part.logprobs) })
        );
      }
      case "tool-input-start": {
        const { choice, id: callId, name, kind, vendor } = part;
        const role = opened(choice);
        const state = choices.get(choice);
        const call = { index: state?.calls.size ?? 0, kind };
        state?.calls.set(callId, call);
        const payload = kind === "custom" ? { custom: { name, input: "" } } : { function: { name, arguments: "" } };
        const sealed = sealReasoningIntoId(callId, {
          vendor: omitVendor(vendor, DIALECT),
          reasoning: state?.carrier.take() ?? [],
        });
        return role + writeToolFragment(choice, call, { id: sealed, type: kind, ...payload, ...vendor?.[DIALECT] });
      }
      case "tool-input-delta": {
        const call = choices.get(part.choice)?.calls.get(part.id);
        if (!call) return "";
        const payload =
          call.kind === "custom" ? { custom: { input: part.text } } : { function: { arguments: part.text } };
        return writeToolFragment(part.choice, call, payload);
      }
      case "source": {
        const role = opened(part.choice);
        const starts = choices.get(part.choice)?.textStarts ?? [];
        const annotation = writeAnnotation(part, starts[part.text ?? starts.length - 1]);
        return role + chunk(part.choice, { annotations: [annotation] });
      }
      case "file":
        return writeFile(part);
      case "unknown":
        return part.dialect === DIALECT ? opened(part.choice) + chunk(part.choice, { content: [part.value] }) : "";
      case "finish": {
        const role = opened(part.choice);
        const reason = writeFinishReason(part.reason, choices.get(part.choice)?.refused);
        const finish = wire.functions && reason === "tool_calls" ? "function_call" : reason;
        return role + chunk(part.choice, {}, { finish, stop: part.reason.stopSequence });
      }
      case "usage":
        return includeUsage
          ? `data: ${head}${extras},"choices":[],"usage":${JSON.stringify(writeUsage(part.usage))}}\n\n`
          : "";
      case "error":
        ended = true;
        return writeStreamError(
          new GatewayError({ status: part.status, message: part.message, ...(part.code ? { code: part.code } : {}) }),
        );
      case "text-start": {
        const role = opened(part.choice);
        const state = choices.get(part.choice);
        state?.textStarts.push(state.carrier.said());
        return role;
      }
      case "text-end":
      case "tool-input-end":
      case "tool-call":
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
      return "data: [DONE]\n\n";
    },
  };
}

function writeLogprobsJson(of: "content" | "refusal", tokens: TokenLogprob[] | undefined): string {
  if (!tokens) return "null";
  return JSON.stringify({ content: null, refusal: null, [of]: writeLogprobs(tokens) });
}
