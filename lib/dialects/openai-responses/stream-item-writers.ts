/** Writes the events of reasoning and of tool calls (wire-formats §2.6). */
import type { ToolCallContent } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import type { EventWriter } from "./event-writer.ts";
import { writeToolCallItem } from "./output-items.ts";
import { type ReasoningForm, writeReasoning } from "./reasoning.ts";

export type Ended = { events: string; item: WireItem };

export type ReasoningWriter = {
  added(): string;
  append(text: string, vendor: VendorData | undefined): string;
  end(vendor: VendorData | undefined): Ended;
};

const NAMES = {
  summary: {
    delta: "response.reasoning_summary_text.delta",
    done: "response.reasoning_summary_text.done",
    partAdded: "response.reasoning_summary_part.added",
    partDone: "response.reasoning_summary_part.done",
    part: "summary_text",
    index: "summary_index",
  },
  content: {
    delta: "response.reasoning_text.delta",
    done: "response.reasoning_text.done",
    partAdded: "response.content_part.added",
    partDone: "response.content_part.done",
    part: "reasoning_text",
    index: "content_index",
  },
};

export function createReasoningWriter(
  { event, deltaHead, delta }: EventWriter,
  { index, id, vendor: begun }: { index: number; id: string; vendor: VendorData | undefined },
): ReasoningWriter {
  const pieces: string[] = [];
  let names = NAMES.summary;
  let open: { head: string; pieces: string[]; place: Record<string, unknown> } | undefined;
  let parts = 0;

  function openPart(): string {
    const place = { item_id: id, output_index: index, [names.index]: parts++ };
    open = { head: deltaHead(names.delta, place), pieces: [], place };
    return event(names.partAdded, { ...place, part: { type: names.part, text: "" } });
  }

  function closePart(): string {
    if (!open) return "";
    const { place } = open;
    const text = open.pieces.join("");
    open = undefined;
    return (
      event(names.done, { ...place, text }) + event(names.partDone, { ...place, part: { type: names.part, text } })
    );
  }

  return {
    added() {
      const item = { id, type: "reasoning", summary: [] };
      return event("response.output_item.added", { output_index: index, item });
    },
    append(text, vendor) {
      pieces.push(text);
      const vendorFields = vendor?.[DIALECT] as { separator?: true; field?: ReasoningForm["field"] } | undefined;
      // The separator between two parts of the text belongs to neither.
      if (vendorFields?.separator) return closePart();
      if (vendorFields?.field && parts === 0) names = NAMES[vendorFields.field];
      const begun = open ? "" : openPart();
      open?.pieces.push(text);
      return begun + (open ? delta(open.head, text) : "");
    },
    end(vendor) {
      const closed = closePart();
      const all = begun || vendor ? { ...begun, ...vendor } : undefined;
      const item = { ...writeReasoning({ text: pieces.join(""), vendor: all }, { seal: true }), id };
      return { events: closed + event("response.output_item.done", { output_index: index, item }), item };
    },
  };
}

export type CallWriter = {
  added(): string;
  append(text: string): string;
  /** @param last the complete call; when absent, the appended text is its input */
  end(last?: { input: string; vendor?: VendorData | undefined }): Ended;
};

export function createCallWriter(
  { event, deltaHead, delta }: EventWriter,
  { index, id, call }: { index: number; id: string; call: Omit<ToolCallContent, "type" | "input"> },
): CallWriter {
  const isCustom = call.kind === "custom";
  const family = isCustom ? "response.custom_tool_call_input" : "response.function_call_arguments";
  const place = { item_id: id, output_index: index };
  const head = deltaHead(`${family}.delta`, place);
  const pieces: string[] = [];

  function append(text: string): string {
    pieces.push(text);
    return delta(head, text);
  }

  return {
    added: () =>
      event("response.output_item.added", {
        output_index: index,
        item: writeToolCallItem({ ...call, input: "" }, { id, status: "in_progress" }),
      }),
    append,
    end(last) {
      const input = last?.input ?? pieces.join("");
      const said = pieces.length > 0 || input === "" ? "" : append(input);
      // The call id was sent at the beginning, with the opaque data known then.
      const item = {
        ...writeToolCallItem({ ...call, input }, { id, status: "completed" }),
        ...last?.vendor?.[DIALECT],
      };
      const whole = isCustom ? { input } : { arguments: input };
      return {
        events:
          said +
          event(`${family}.done`, { ...place, ...whole, ...(isCustom ? {} : { name: call.name }) }) +
          event("response.output_item.done", { output_index: index, item }),
        item,
      };
    },
  };
}
