/**
 * Writes content as the items of a response's `output`, and the final object's two forms of it (wire-formats §2.5).
 */
import type { AssistantContent } from "#lib/canonical/call.ts";
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import type { Choice } from "#lib/canonical/reply.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { isImage, writeImageItem } from "./image-item.ts";
import { splitLogprobs } from "./logprobs.ts";
import { isSameMessage, isUnknownPart, type MessageFields, readTextVendor } from "./message-fields.ts";
import { createItemIds, writeMessageItem, writeOutputText, writeToolCallItem } from "./output-items.ts";
import { writeReasoning, writeTextSeal } from "./reasoning.ts";

type OpenMessage = { message: MessageFields | undefined; parts: Record<string, unknown>[] };

/** @param status of the whole response: if incomplete, its last message was cut */
export function writeOutput(choice: Choice, responseId: string, status: string): WireItem[] {
  const ids = createItemIds(responseId);
  const items: WireItem[] = [];
  const texts = choice.content.filter((content) => content.type === "text");
  const logprobs = splitLogprobs(
    choice.logprobs?.content,
    texts.map(({ text }) => text),
  );
  const sourcesOf = Map.groupBy(choice.sources ?? [], ({ text = 0 }) => text);
  let open: OpenMessage | undefined;
  let textCount = 0;

  function closeOpen(isLast: boolean): void {
    if (!open) return;
    const { message, parts } = open;
    const id = ids.take("msg", message?.id);
    const messageStatus = isLast && status === "incomplete" ? status : "completed";
    items.push(writeMessageItem({ id, status: messageStatus, content: parts, message }));
    open = undefined;
  }

  function append(message: MessageFields | undefined, part: Record<string, unknown>): void {
    if (!isSameMessage(open?.message, message)) closeOpen(false);
    open ??= { message, parts: [] };
    open.parts.push(part);
  }

  for (const content of choice.content) {
    if (content.type === "text") {
      const { message, rest } = readTextVendor(content.vendor);
      append(
        message,
        writeOutputText({
          text: content.text,
          sources: sourcesOf.get(textCount) ?? [],
          logprobs: logprobs[textCount],
          rest,
        }),
      );
      textCount++;
      const seal = writeTextSeal(content.vendor, () => ids.take("rs"));
      if (seal) {
        closeOpen(content === choice.content.at(-1));
        items.push(seal);
      }
    } else if (content.type === "refusal") {
      const { message, rest } = readTextVendor(content.vendor);
      append(message, { type: "refusal", refusal: content.text, ...rest });
    } else if (content.type === "file" && !isImage(content)) {
      append(undefined, writeOutputText({ text: describeDroppedFile(content), sources: [] }));
    } else if (isUnknownPart(content)) {
      append(content.value.message, content.value.part);
    } else {
      closeOpen(false);
      const item = writeItem(content, (prefix, givenId) => ids.take(prefix, givenId));
      if (item) items.push(item);
    }
  }
  closeOpen(true);
  return items;
}

function writeItem(
  content: Exclude<AssistantContent, { type: "text" | "refusal" }>,
  take: (prefix: string, own?: unknown) => string,
): WireItem | undefined {
  switch (content.type) {
    case "reasoning":
      return withId(writeReasoning(content, { seal: true }), (givenId) => take("rs", givenId));
    case "tool-call":
      return writeToolCallItem(content, { id: take(content.kind === "custom" ? "ctc" : "fc"), status: "completed" });
    case "file":
      return writeImageItem(content, (givenId) => take("ig", givenId));
    case "unknown":
      if (content.dialect !== DIALECT) return undefined;
      return withId(content.value as WireItem, (givenId) => take("item", givenId));
    default:
      return content satisfies never;
  }
}

/** Gives every item a unique id: the strict stream helper of openai 7 requires one. */
function withId(item: WireItem, take: (own: unknown) => string): WireItem {
  return { ...item, id: take(item.id) };
}

/**
 * Returns `output` and `output_text` of a final object. For a client that reads the spec's flat form, a message has its
 * text beside its content, and the flat elements follow the real items, each with an id.
 */
export function finishOutput({
  items,
  responseId,
  flat,
}: {
  items: WireItem[];
  responseId: string;
  /** True when the client accepts elements that are no real items (§2.5). */
  flat: boolean;
}): { output: WireItem[]; output_text: string } {
  const texts: string[] = [];
  const output = items.map((item) => {
    if (item.type !== "message") return item;
    const itemTexts = listTexts(item);
    texts.push(...itemTexts);
    return flat ? { ...item, text: itemTexts.join("") } : item;
  });
  const suffix = responseId.replace(/^resp_/, "");
  const elements = texts.map((text, index) => ({ id: `ot_${suffix}_${index}`, type: "output_text", text }));
  return { output: flat ? [...output, ...elements] : output, output_text: texts.join("") };
}

function listTexts({ content }: WireItem): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: { type?: string; text?: string }) =>
    part.type === "output_text" ? [part.text ?? ""] : [],
  );
}
