/** Writes a conversation as a shared page: the visible messages, with as many images as fit. */
import type { GivenPart, SharedPageInput } from "#lib/contract/shared-page.ts";
import { listResponseElements, listUserParts } from "#lib/playground/conversation/message-parts.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import { listResponseFacts } from "#lib/playground/conversation/response-facts.ts";
import { toMarkdown } from "#lib/playground/conversation/to-markdown.ts";
import {
  type AssistantTurn,
  getChosenChoice,
  type ToolResult,
  type Turn,
  visiblePath,
} from "#lib/playground/conversation/transcript.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { toDataUrl } from "#lib/playground/files/attachments.ts";
import { readBase64 } from "#lib/playground/files/decode-and-save.ts";
import { getFailureTitle } from "#lib/playground/gateway/failure-advice.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import type { Price } from "#lib/playground/models/cost.ts";
import { describeSettings } from "../compare-settings.ts";

type Written = {
  page: SharedPageInput;
  /** Names of files that the page names but does not show. */
  dropped: string[];
};
type SharedTurnInput = SharedPageInput["turns"][number];
type SharedResponseInput = Extract<SharedTurnInput, { role: "assistant" }>;
type ShownFile = { name: string; mediaType: string; size: number; sha256?: string; width?: number; height?: number };

/** Limit on images, in characters of base64: the rest of 8 MB after the maximum of text. */
const MAXIMUM_PICTURES = 6_800_000;
const SHOWN_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"];

export async function writeSharedPage({
  session: { title, settings, transcript },
  dialect,
  priceOf,
  loadBlob,
  room = MAXIMUM_PICTURES,
}: {
  session: Pick<ChatSession, "title" | "settings" | "transcript">;
  dialect: Pick<TextDialect, "page" | "parameters" | "systemLabel" | "describeEnding">;
  priceOf: (model: string) => Price | undefined;
  /** Returns undefined when the bytes are gone. */
  loadBlob: (sha256: string) => Promise<Blob | undefined>;
  room?: number;
}): Promise<Written> {
  const dropped: string[] = [];
  let left = room;

  async function toPart({ name, mediaType, size, sha256, width, height }: ShownFile): Promise<GivenPart> {
    const type = SHOWN_TYPES.find((known) => known === mediaType);
    const bytes = type && sha256 ? await loadBlob(sha256) : undefined;
    const data = bytes && readBase64(await toDataUrl(bytes));
    if (!data || data.length > left) {
      dropped.push(name);
      return { type: "file", name, media_type: mediaType, size };
    }
    left -= data.length;
    const pixels = width && height ? { width, height } : {};
    return { type: "picture", name, media_type: type as "image/png", ...pixels, data };
  }

  async function toParts(parts: readonly (string | ShownFile)[]): Promise<GivenPart[]> {
    const written: GivenPart[] = [];
    // One after another, so that the first images of the conversation get the space.
    for (const part of parts)
      written.push(typeof part === "string" ? { type: "text", text: part } : await toPart(part));
    return written;
  }

  async function toTurn(turn: Turn, index: number, path: readonly Turn[]): Promise<SharedTurnInput[]> {
    switch (turn.role) {
      case "user": {
        const parts = listUserParts(turn).map((part) => (part.type === "text" ? part.text : part.attachment));
        return [{ role: "user", parts: await toParts(parts) }];
      }
      case "system":
      case "developer":
        return [{ role: turn.role, text: turn.text }];
      case "tool": {
        // Results of the calls above are shown with the calls.
        const above = path[index - 1];
        if (above?.role === "assistant" && getChosenChoice(above)?.toolCalls.length) return [];
        return [{ role: "tool", results: turn.results.map(toResult) }];
      }
      case "assistant": {
        const next = path[index + 1];
        return [await toAnswer(turn, next?.role === "tool" ? next.results : [])];
      }
      default:
        return turn satisfies never;
    }
  }

  async function toAnswer(turn: AssistantTurn, results: readonly ToolResult[]): Promise<SharedResponseInput> {
    const choice = getChosenChoice(turn);
    const price = priceOf(turn.model);
    const facts = listResponseFacts(turn, { price, describeEnding: dialect.describeEnding });
    return {
      role: "assistant",
      ...(choice ? spoken(turn, choice, results) : {}),
      parts: choice ? await toParts(shownParts(choice)) : [],
      ...(turn.failure && { failure: { title: getFailureTitle(turn.failure), message: turn.failure.message } }),
      notes: notesOn(turn),
      facts: turn.state === "failed" && !choice ? [turn.model] : facts.map(({ words }) => words),
    };
  }

  const path = visiblePath(transcript);
  const turns: SharedTurnInput[] = [];
  for (const [index, turn] of path.entries()) turns.push(...(await toTurn(turn, index, path)));
  const described = [...describeSettings(settings, dialect).values()];
  return {
    page: {
      title: title.slice(0, 1_000) || "A conversation",
      convention: dialect.page,
      turns,
      settings: described.map(({ label, value }) => ({ label, value })),
    },
    dropped,
  };
}

function spoken(
  { timings }: AssistantTurn,
  { reasoning, refusal, toolCalls, citations = [] }: ResponseChoice,
  results: readonly ToolResult[],
): Pick<SharedResponseInput, "calls" | "citations" | "reasoning" | "refusal"> {
  const { reasoningStart, reasoningEnd } = timings;
  const took = reasoningStart !== undefined && reasoningEnd !== undefined ? reasoningEnd - reasoningStart : undefined;
  const calls = toolCalls.map(({ id, name, arguments: written }) => {
    const result = results.find(({ callId }) => callId === id);
    return { name, arguments: written, ...(result && { result: toResult(result) }) };
  });
  return {
    ...(reasoning && {
      reasoning: { text: reasoning, ...(took !== undefined && { milliseconds: Math.max(0, took) }) },
    }),
    ...(refusal && { refusal }),
    ...(calls.length > 0 && { calls }),
    ...(citations.length > 0 && {
      citations: citations.map(({ title, url, place, quote }) => ({ title, url, place, quote })),
    }),
  };
}

function shownParts(choice: ResponseChoice): (string | ShownFile)[] {
  return listResponseElements(choice).flatMap((part): (string | ShownFile)[] => {
    if (part.type === "text") return [toMarkdown(part.text)];
    if (part.type === "call" || part.file.thought) return [];
    return [{ ...part.file, name: part.file.mediaType.startsWith("image/") ? "Generated image" : "Generated file" }];
  });
}

const toResult = ({ name, content, isError }: ToolResult) => ({ name, content, ...(isError && { is_error: true }) });

function notesOn({ state, route: { dropped }, answer }: AssistantTurn): string[] {
  return [
    ...(state === "complete" && answer.choices.length === 0 ? ["The response is empty."] : []),
    ...(state === "streaming" ? ["This response was still streaming when the page was created."] : []),
    ...(state === "interrupted" ? ["The page was closed while this response streamed."] : []),
    ...(dropped.length > 0 ? [`Ignored (not supported by this provider): ${dropped.join(", ")}`] : []),
  ];
}
