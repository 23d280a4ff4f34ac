/** Folds the events of `:streamGenerateContent` (wire-formats §4.7) into a response. */
import { checkIndex, MAXIMUM_CHOICES } from "#lib/contract/wire-index.ts";
import type {
  ChunkEffect,
  ResponseChoice,
  ResponseFile,
  ResponsePart,
  ResponseReader,
  ResponseUsage,
} from "#lib/playground/conversation/model-response.ts";
import { addCitations, copyChoice, emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { readLogprobsResult } from "#lib/playground/conversation/token-logprobs.ts";
import { decodeAndSave } from "#lib/playground/files/decode-and-save.ts";
import { type Fields, fields, fieldsList, number } from "../json-fields.ts";
import type { SaveFile } from "../text-dialect.ts";
import { createCallId } from "./request-body.ts";

/** Finish reasons that the page explains; others keep the API's name. */
const FINISH_REASONS: Record<string, string> = {
  MAX_TOKENS: "length",
  SAFETY: "content_filter",
  RECITATION: "content_filter",
  BLOCKLIST: "content_filter",
  PROHIBITED_CONTENT: "content_filter",
  SPII: "content_filter",
  IMAGE_SAFETY: "content_filter",
  IMAGE_PROHIBITED_CONTENT: "content_filter",
  IMAGE_RECITATION: "content_filter",
};

const CANDIDATE_INDEX = { field: "candidates[].index", limit: MAXIMUM_CHOICES };

export function createGenerateContentReader({ saveFile }: { saveFile: SaveFile }): ResponseReader {
  const choices: ResponseChoice[] = [];
  let model: string | undefined;
  let usage: ResponseUsage | undefined;

  function choiceAt(index: number): ResponseChoice {
    while (choices.length <= index) choices.push({ ...emptyChoice(), files: [], parts: [] });
    return choices[index] ?? emptyChoice();
  }

  function applyPart(choice: ResponseChoice, part: Fields): ChunkEffect {
    const nothing: ChunkEffect = { content: false, reasoning: false };
    const { text } = part;
    const inlineData = fields(part.inlineData);
    if (inlineData && typeof inlineData.data === "string") {
      const { inlineData: _bytes, ...rest } = part;
      const mediaType = typeof inlineData.mimeType === "string" ? inlineData.mimeType : "application/octet-stream";
      const file: ResponseFile = { mediaType, at: choice.text.length, size: 0 };
      if (part.thought === true) file.thought = true;
      const index = choice.files?.push(file) ?? 0;
      choice.parts?.push({ ...rest, file: index - 1 });
      return {
        content: file.thought !== true,
        reasoning: file.thought === true,
        pending: decodeAndSave(file, inlineData.data, saveFile),
      };
    }
    // The last event of a stream often has an empty text part. It carries nothing, and upstreams would refuse it in the
    // next request.
    if (text === "" && Object.keys(part).length === 1) return nothing;
    appendPart(choice, part);
    if (typeof text === "string" && text !== "") {
      if (part.thought === true) choice.reasoning += text;
      else choice.text += text;
      return { content: part.thought !== true, reasoning: part.thought === true };
    }
    const call = fields(part.functionCall);
    if (!call) return nothing;
    choice.toolCalls.push({
      id: typeof call.id === "string" && call.id !== "" ? call.id : createCallId(choice),
      name: typeof call.name === "string" ? call.name : "",
      kind: "function",
      arguments: JSON.stringify(call.args ?? {}),
    });
    return { content: true, reasoning: false };
  }

  function applyCandidate(candidate: Fields): ChunkEffect {
    const choice = choiceAt(checkIndex(candidate.index ?? 0, CANDIDATE_INDEX));
    const effect: ChunkEffect = { content: false, reasoning: false };
    const pending: Promise<void>[] = [];
    for (const part of fieldsList(fields(candidate.content)?.parts)) {
      const brought = applyPart(choice, part);
      effect.content ||= brought.content;
      effect.reasoning ||= brought.reasoning;
      if (brought.pending) pending.push(brought.pending);
    }
    const pages = fieldsList(fields(candidate.groundingMetadata)?.groundingChunks);
    addCitations(
      choice,
      pages.flatMap((page): Fields[] => [fields(page.web ?? page.retrievedContext ?? page.maps) ?? {}]),
    );
    choice.logprobs.push(...readLogprobsResult(fields(candidate.logprobsResult)));
    const reason = candidate.finishReason;
    if (typeof reason === "string" && reason !== "") choice.finishReason = FINISH_REASONS[reason] ?? reason;
    if (pending.length > 0) effect.pending = Promise.all(pending).then(() => {});
    return effect;
  }

  return {
    apply(event) {
      const effect: ChunkEffect = { content: false, reasoning: false };
      const body = fields(event);
      if (!body) return effect;
      if (typeof body.modelVersion === "string" && body.modelVersion) model = body.modelVersion;
      usage = readUsage(fields(body.usageMetadata)) ?? usage;
      const blocked = fields(body.promptFeedback)?.blockReason;
      if (typeof blocked === "string") {
        Object.assign(choiceAt(0), { refusal: `The prompt was blocked: ${blocked}.`, finishReason: "content_filter" });
        effect.content = true;
      }
      const pending: Promise<void>[] = [];
      for (const candidate of fieldsList(body.candidates)) {
        const brought = applyCandidate(candidate);
        effect.content ||= brought.content;
        effect.reasoning ||= brought.reasoning;
        if (brought.pending) pending.push(brought.pending);
      }
      if (pending.length > 0) effect.pending = Promise.all(pending).then(() => {});
      return effect;
    },
    snapshot: () => ({
      model,
      usage,
      choices: choices.map(copyChoice),
    }),
  };
}

/** Appends a part. Consecutive text of one kind is one part, unless a signature belongs to a piece. */
function appendPart({ parts = [] }: ResponseChoice, part: ResponsePart): void {
  const before = parts.at(-1);
  if (before && isPlainText(before) && isPlainText(part) && before.thought === part.thought) {
    before.text = `${before.text}${part.text}`;
  } else parts.push({ ...part });
}

function isPlainText(part: ResponsePart): boolean {
  return typeof part.text === "string" && Object.keys(part).every((name) => name === "text" || name === "thought");
}

function readUsage(raw: Fields | undefined): ResponseUsage | undefined {
  if (!raw) return undefined;
  const thoughts = number(raw.thoughtsTokenCount);
  const answer = number(raw.candidatesTokenCount);
  return {
    inputTokens: number(raw.promptTokenCount),
    outputTokens: answer === undefined && thoughts === undefined ? undefined : (answer ?? 0) + (thoughts ?? 0),
    cachedTokens: number(raw.cachedContentTokenCount),
    reasoningTokens: thoughts,
  };
}
