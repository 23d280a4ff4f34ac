/** Writes Parts as a stream of interaction events (wire-formats §14.5). */
import type { FinishReason, Part, PartOf, Usage } from "#lib/canonical/part.ts";
import type { Source } from "#lib/canonical/reply.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ReplyIdentity, StreamWriter } from "../dialect.ts";
import { writeAnnotations } from "./annotations.ts";
import { writeFile } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeStreamError } from "./errors.ts";
import { writeFinishReason } from "./finish-reason.ts";
import { writeOutputCall } from "./output-steps.ts";
import { writeHead } from "./reply.ts";
import { writeSignatureFields, writeTextSeal } from "./signatures.ts";
import { writeUsage } from "./usage.ts";

type Fields = Record<string, unknown>;

/** The open step of the model's output. */
type Output = { index: number; last: "text" | "file" | undefined; isTextOpen: boolean };
type Text = { output: Output | undefined; pieces: string[]; vendor: VendorData | undefined };
type OpenStep = { index: number; vendor: VendorData | undefined };

export function createStreamWriter(identity: ReplyIdentity, wire: InteractionsRequest): StreamWriter {
  /** Events of a background interaction have ids: a client can read on from one. */
  const hasIds = wire.background === true;
  let events = 0;
  let steps = 0;
  let begun = false;
  let over = false;
  let output: Output | undefined;
  const texts: Text[] = [];
  /** Texts, thoughts and calls by the ids of their blocks. */
  const openTexts = new Map<string, Text>();
  const openSteps = new Map<string, OpenStep>();
  let reason: FinishReason | undefined;
  let usage: Usage | undefined;
  let upstream: Fields | undefined;

  function event(type: string, fields: Fields): string {
    const id = hasIds ? { event_id: String(events++) } : {};
    return `event: ${type}\ndata: ${JSON.stringify({ ...fields, event_type: type, ...id })}\n\n`;
  }

  function start(step: Fields): { index: number; events: string } {
    const index = steps++;
    return { index, events: event("step.start", { index, step }) };
  }

  const delta = (index: number, fields: Fields) => event("step.delta", { index, delta: fields });
  const stop = (index: number) => event("step.stop", { index });

  function begin(): string {
    if (begun) return "";
    begun = true;
    const { updated: _, ...head } = writeHead(identity, wire);
    return event("interaction.created", { interaction: { ...head, status: "in_progress" } });
  }

  /** Ends the output before another step; an unfinished text goes on beside that step. */
  function closeOutput(): string {
    if (!output || output.isTextOpen) return "";
    const { index } = output;
    output = undefined;
    return stop(index);
  }

  /** @param kind two texts in one step would be one text */
  function openOutput(kind: "text" | "file"): { output: Output; events: string } {
    const fits = output && !(kind === "text" && output.last === "text") && !(kind === "file" && output.isTextOpen);
    if (output && fits) return { output, events: "" };
    const closed = closeOutput();
    const started = start({ type: "model_output" });
    output = { index: started.index, last: undefined, isTextOpen: false };
    return { output, events: closed + started.events };
  }

  function say(text: Text, piece: string): string {
    if (piece === "") return "";
    let opened = "";
    if (!text.output) {
      ({ output: text.output, events: opened } = openOutput("text"));
      Object.assign(text.output, { last: "text", isTextOpen: true });
    }
    text.pieces.push(piece);
    return (
      opened +
      delta(text.output.index, {
        text: piece,
        type: "text",
        ...(text.pieces.length === 1 ? text.vendor?.[DIALECT] : {}),
      })
    );
  }

  function createText(id: string, vendor?: VendorData): Text {
    const text: Text = { output: undefined, pieces: [], vendor };
    texts.push(text);
    openTexts.set(id, text);
    return text;
  }

  function endText({ id, vendor }: PartOf<"text-end">): string {
    const text = openTexts.get(id);
    openTexts.delete(id);
    if (!text) return "";
    let closed = "";
    if (text.output) {
      text.output.isTextOpen = false;
      if (text.output !== output) closed = stop(text.output.index);
    }
    const seal = writeTextSeal(text.vendor || vendor ? { ...text.vendor, ...vendor } : undefined);
    return closed + (seal ? writeStep(seal) : "");
  }

  /** Writes a step that is known whole. */
  function writeStep(step: Fields): string {
    const closed = closeOutput();
    const started = start(step);
    return closed + started.events + stop(started.index);
  }

  function openThought({ id, vendor }: { id: string; vendor?: VendorData }): string {
    const closed = closeOutput();
    const { index, events: opened } = start({ type: "thought" });
    openSteps.set(id, { index, vendor });
    return closed + opened;
  }

  function endThought({ id, vendor }: PartOf<"reasoning-end">): string {
    const thought = openSteps.get(id);
    openSteps.delete(id);
    if (!thought) return "";
    const { signature } = writeSignatureFields({ ...thought.vendor, ...vendor }) ?? {};
    const signed = signature === undefined ? "" : delta(thought.index, { signature, type: "thought_signature" });
    return signed + stop(thought.index);
  }

  function openCall({ id, name, kind, vendor }: PartOf<"tool-input-start">): string {
    const closed = closeOutput();
    const call = { type: "tool-call" as const, id, name, kind, input: "", ...(vendor ? { vendor } : {}) };
    const { index, events: opened } = start(writeOutputCall(call));
    openSteps.set(id, { index, vendor });
    return closed + opened;
  }

  function endCall(part: PartOf<"tool-call">): string {
    const open = openSteps.get(part.id);
    if (!open) {
      const { choice: _, ...call } = part;
      return writeStep(writeOutputCall(call));
    }
    openSteps.delete(part.id);
    return stop(open.index);
  }

  function cite({ type: _, choice: __, text, ...source }: PartOf<"source">): string {
    const about = texts[text ?? texts.length - 1];
    return about?.output && about.output === output
      ? annotate(about.output.index, source, about.pieces.join(""))
      : citeLate(source);
  }

  /** The text's step has ended, or never began: the source is named at the last output, without its place. */
  function citeLate(source: Source): string {
    const opened = output ? { output, events: "" } : openOutput("file");
    return opened.events + annotate(opened.output.index, source, undefined);
  }

  function annotate(index: number, source: Source, text: string | undefined): string {
    return delta(index, { annotations: writeAnnotations([source], text), type: "text_annotation_delta" });
  }

  function closeAll(): string {
    let closed = "";
    for (const { index } of openSteps.values()) closed += stop(index);
    for (const text of openTexts.values()) {
      if (text.output && text.output !== output) closed += stop(text.output.index);
    }
    openSteps.clear();
    openTexts.clear();
    if (output) output.isTextOpen = false;
    return closed + closeOutput();
  }

  function writePart(part: Part): string {
    switch (part.type) {
      case "start":
        upstream = part.vendor?.[DIALECT];
        return "";
      case "text-start":
        createText(part.id, part.vendor);
        return "";
      case "text-delta":
        return say(openTexts.get(part.id) ?? createText(part.id), part.text);
      case "text-end":
        return endText(part);
      case "refusal-delta":
        // This API has no refusals: a refusal is text.
        return say(openTexts.get("refusal") ?? createText("refusal"), part.text);
      case "reasoning-start":
        return openThought(part);
      case "reasoning-delta": {
        const opened = openSteps.has(part.id) ? "" : openThought({ id: part.id });
        const { index } = openSteps.get(part.id) as OpenStep;
        if (part.text === "") return opened;
        return opened + delta(index, { content: { text: part.text, type: "text" }, type: "thought_summary" });
      }
      case "reasoning-end":
        return endThought(part);
      case "tool-input-start":
        return openCall(part);
      case "tool-input-delta": {
        const open = openSteps.get(part.id);
        return open && part.text !== "" ? delta(open.index, { arguments: part.text, type: "arguments_delta" }) : "";
      }
      case "tool-call":
        return endCall(part);
      case "tool-input-end":
        return "";
      case "file": {
        const { output: target, events: opened } = openOutput("file");
        target.last = "file";
        return opened + delta(target.index, writeFile(part));
      }
      case "source":
        return cite(part);
      case "unknown":
        return part.dialect === DIALECT && !part.streamOnly ? writeStep(part.value as Fields) : "";
      case "finish":
        reason = part.reason;
        return "";
      case "usage":
        usage = part.usage;
        return "";
      case "error": {
        over = true;
        const { status, message, code } = part;
        return writeStreamError(new GatewayError({ status, message, ...(code ? { code } : {}) }));
      }
      default:
        return part satisfies never;
    }
  }

  return {
    write(part) {
      if (over && part.type !== "error") return "";
      // Only the first of several choices is written: this API has no place for more.
      if ("choice" in part && part.choice !== 0) return "";
      return (part.type === "error" ? "" : begin()) + writePart(part);
    },
    end(): string {
      if (over) return "";
      over = true;
      const interaction = {
        ...writeHead(identity, wire),
        ...writeFinishReason(reason),
        ...(usage ? { usage: writeUsage(usage) } : {}),
        ...upstream,
      };
      const ended = begin() + closeAll() + event("interaction.completed", { interaction });
      return `${ended}event: done\ndata: [DONE]\n\n`;
    },
  };
}
