/** Writes the events of a message item: texts with their annotations, and refusals (wire-formats §2.6). */
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { Source } from "#lib/canonical/reply.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import type { EventWriter } from "./event-writer.ts";
import { writeLogprobs } from "./logprobs.ts";
import type { MessageFields, UnknownPart } from "./message-fields.ts";
import { type OutputText, writeAnnotation, writeMessageItem, writeOutputText } from "./output-items.ts";

/** A growing text; changes after its item was written still reach the final object. */
export type GrowingText = {
  annotate(source: Source): string;
};

export type MessageWriter = {
  readonly index: number;
  readonly message: MessageFields | undefined;
  added(): string;
  beginText(): { events: string; text: GrowingText };
  appendText(text: string, logprobs: TokenLogprob[] | undefined): string;
  /** Fields of the open text that only this dialect has. */
  noteText(rest: Record<string, unknown>): void;
  appendRefusal(text: string): string;
  writePart(part: UnknownPart["part"]): string;
  end(status: string): { events: string; item: WireItem };
};

type OpenPart = { head: string; at: number; pieces: string[]; close: (whole: string) => string };

export function createMessageWriter(
  { event, deltaHead, delta }: EventWriter,
  { index, id, message }: { index: number; id: string; message: MessageFields | undefined },
): MessageWriter {
  const content: Record<string, unknown>[] = [];
  let open: OpenPart | undefined;
  let rest: Record<string, unknown> = {};
  let logprobs: TokenLogprob[] | undefined;

  function place(at: number) {
    return { item_id: id, output_index: index, content_index: at };
  }

  function closePart(): string {
    if (!open) return "";
    const { close, pieces } = open;
    open = undefined;
    return close(pieces.join(""));
  }

  function beginText(): { events: string; text: GrowingText } {
    const closed = closePart();
    const at = content.length;
    const part: OutputText = writeOutputText({ text: "", sources: [] });
    content.push(part);
    logprobs = undefined;
    rest = {};
    const begun = event("response.content_part.added", { ...place(at), part });
    let isDone = false;
    open = {
      head: deltaHead("response.output_text.delta", place(at)),
      at,
      pieces: [],
      close(text) {
        isDone = true;
        Object.assign(part, { logprobs: writeLogprobs(logprobs), text }, rest);
        return (
          event("response.output_text.done", { ...place(at), text, logprobs: part.logprobs }) +
          event("response.content_part.done", { ...place(at), part })
        );
      },
    };
    const text: GrowingText = {
      annotate(source) {
        const annotation = writeAnnotation(source);
        part.annotations.push(annotation);
        const fields = { ...place(at), annotation_index: part.annotations.length - 1, annotation };
        return isDone ? "" : event("response.output_text.annotation.added", fields);
      },
    };
    return { events: closed + begun, text };
  }

  function beginRefusal(): string {
    const closed = closePart();
    const at = content.length;
    const part = { type: "refusal", refusal: "" };
    content.push(part);
    const begun = event("response.content_part.added", { ...place(at), part });
    open = {
      head: deltaHead("response.refusal.delta", place(at)),
      at,
      pieces: [],
      close(refusal) {
        part.refusal = refusal;
        return (
          event("response.refusal.done", { ...place(at), refusal }) +
          event("response.content_part.done", { ...place(at), part })
        );
      },
    };
    return closed + begun;
  }

  return {
    index,
    message,
    added: () =>
      event("response.output_item.added", {
        output_index: index,
        item: writeMessageItem({ id, status: "in_progress", content: [], message }),
      }),
    beginText,
    appendText(text, tokens) {
      if (!open) return "";
      open.pieces.push(text);
      if (!tokens) return delta(open.head, text, ',"logprobs":[]');
      logprobs ??= [];
      for (const token of tokens) logprobs.push(token);
      return delta(open.head, text, `,"logprobs":${JSON.stringify(writeLogprobs(tokens))}`);
    },
    noteText(fields) {
      rest = { ...rest, ...fields };
    },
    appendRefusal(text) {
      const isOpen = open !== undefined && content[open.at]?.type === "refusal";
      const begun = isOpen ? "" : beginRefusal();
      open?.pieces.push(text);
      return begun + (open ? delta(open.head, text) : "");
    },
    writePart(part) {
      const closed = closePart();
      content.push(part);
      const fields = { ...place(content.length - 1), part };
      return closed + event("response.content_part.added", fields) + event("response.content_part.done", fields);
    },
    end(status) {
      const closed = closePart();
      const item = writeMessageItem({ id, status, content, message });
      return { events: closed + event("response.output_item.done", { output_index: index, item }), item };
    },
  };
}
