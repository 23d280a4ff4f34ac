/**
 * Part: one element of the canonical answer stream. Every dialect reads its stream into Parts and writes Parts as its
 * stream; the sandbox emits Parts directly. Names follow the AI SDK's LanguageModelV4, but the union is ours and
 * closed.
 */
import type { VendorData } from "./vendor-data.ts";

/** Reason why a choice ended. `unified` is from a closed vocabulary; `raw` is the upstream's own value, if any. */
export type FinishReason = {
  unified: "stop" | "length" | "tool-calls" | "content-filter" | "error" | "other";
  raw?: string;
  /** The stop string that ended the response, if the upstream reports it. */
  stopSequence?: string;
};

/** Token counts. A count that the upstream did not report is absent, never zero. `raw` is the upstream's object. */
export type Usage = {
  /** All prompt tokens, cached ones included. */
  inputTokens?: number;
  cachedInputTokens?: number;
  cacheWriteInputTokens?: number;
  /** All generated tokens, reasoning included. */
  outputTokens?: number;
  reasoningTokens?: number;
  raw?: Record<string, unknown>;
};

/** Log probability of one generated token (wire-formats §1.5); `bytes` is its UTF-8 encoding. */
export type TokenLogprob = {
  token: string;
  logprob: number;
  bytes: number[] | null;
  top: { token: string; logprob: number; bytes: number[] | null }[];
};

/** The bytes of an image, an audio clip or a document, inline as base64 or by reference. */
export type FileData =
  | { kind: "base64"; base64: string }
  | { kind: "url"; url: string }
  | { kind: "reference"; id: string };

/** Function tools take JSON text; custom tools take free text (wire-formats §1.3). */
export type ToolKind = "function" | "custom";

type InChoice = {
  /** Which of the `n` samples this belongs to, from 0. */
  choice: number;
  vendor?: VendorData;
};

/**
 * A block of text, reasoning or tool input is opened by its start, grown by deltas and closed by its end, all with one
 * id.
 */
type InBlock = InChoice & { id: string };

export type Part =
  /** First of a stream. `created` is in Unix seconds. */
  | { type: "start"; id?: string; model?: string; created?: number; vendor?: VendorData }
  | (InBlock & { type: "text-start" })
  | (InBlock & { type: "text-delta"; text: string; logprobs?: TokenLogprob[] })
  | (InBlock & { type: "text-end" })
  | (InBlock & { type: "reasoning-start" })
  | (InBlock & { type: "reasoning-delta"; text: string })
  /** Its vendor data has the signature or the encrypted reasoning, if the upstream sent one. */
  | (InBlock & { type: "reasoning-end" })
  /** `id` is the tool call's id. */
  | (InBlock & { type: "tool-input-start"; name: string; kind: ToolKind })
  | (InBlock & { type: "tool-input-delta"; text: string })
  | (InBlock & { type: "tool-input-end" })
  /** The complete call, after its input. `input` is the model's text: for functions JSON, if it is well formed. */
  | (InBlock & { type: "tool-call"; name: string; kind: ToolKind; input: string })
  | (InChoice & { type: "file"; mediaType: string; data: FileData })
  /**
   * `text` is the index of the choice's text that it cites, from 0; absent for the text begun last. `startIndex` and
   * `endIndex` are in UTF-16 units of that text.
   */
  | (InChoice & { type: "source"; url?: string; title?: string; startIndex?: number; endIndex?: number; text?: number })
  | (InChoice & { type: "refusal-delta"; text: string; logprobs?: TokenLogprob[] })
  | (InChoice & { type: "finish"; reason: FinishReason })
  /** Usage of the whole response, all choices together. */
  | { type: "usage"; usage: Usage }
  /** Ends the stream as a failure; no Part follows. `status` is the HTTP status for a failure before the first byte. */
  | { type: "error"; status: number; message: string; code?: string }
  /**
   * A value from the reader's dialect that this vocabulary cannot express; only that dialect can write it.
   * `streamOnly`: an event whose content follows as a separate Part, so it is not part of the reply's content.
   */
  | (InChoice & { type: "unknown"; dialect: string; value: unknown; streamOnly?: boolean });

/** A Part of one type. */
export type PartOf<Type extends Part["type"]> = Extract<Part, { type: Type }>;
