/** Reads the deltas of one step as Parts; one reader for each kind of step (wire-formats §14.5). */
import type { Part } from "#lib/canonical/part.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { WireStep } from "#lib/contract/google-interactions/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { readAnnotations } from "./annotations.ts";
import { readContent } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { readOutputCall } from "./output-steps.ts";
import { openSignature } from "./signatures.ts";

type Fields = Record<string, unknown>;
type Delta = { type?: string; [key: string]: unknown };

export type StepReader = {
  add(delta: Delta): void;
  end(): void;
};

export type StepSource = {
  emit: (part: Part) => void;
  index: number;
  /** The step as its first event has it, which may have the beginning of its content. */
  step: WireStep;
  counts: { texts: number; calls: number };
};

export function createStepReader(source: StepSource): StepReader {
  switch (source.step.type) {
    case "model_output":
      return createOutputReader(source);
    case "thought":
      return createThoughtReader(source);
    case "function_call":
      return createCallReader(source);
    case "user_input":
      return { add() {}, end() {} };
    default:
      return createRawReader(source);
  }
}

function createOutputReader({ emit, index, step, counts }: StepSource): StepReader {
  let open: { id: string; pieces: string[]; text: number } | undefined;
  let blocks = 0;
  /** Sound arrives in pieces of base64, which are one clip. */
  let sound: { fields: Fields; pieces: Buffer[] } | undefined;

  function closeText(): void {
    if (open) emit({ type: "text-end", choice: 0, id: open.id });
    open = undefined;
  }

  function closeSound(): void {
    if (!sound) return;
    const data = Buffer.concat(sound.pieces).toString("base64");
    const file = readContent({ ...sound.fields, type: "audio", data });
    sound = undefined;
    if (file.type === "file") emit({ ...file, choice: 0 });
  }

  function say(text: string): void {
    closeSound();
    if (!open) {
      open = { id: `text-${index}-${blocks++}`, pieces: [], text: counts.texts++ };
      emit({ type: "text-start", choice: 0, id: open.id });
    }
    open.pieces.push(text);
    if (text !== "") emit({ type: "text-delta", choice: 0, id: open.id, text });
  }

  function annotate(annotations: unknown): void {
    const sources = readAnnotations(annotations, open?.pieces.join("") ?? "");
    if (sources.length > 0 && !open) say("");
    const about = open?.text ?? 0;
    for (const source of sources) emit({ type: "source", choice: 0, ...source, ...(about > 0 ? { text: about } : {}) });
  }

  function add(part: Delta): void {
    if (part.type === "text" || part.type === undefined) {
      if (typeof part.text === "string") say(part.text);
      if (part.annotations) annotate(part.annotations);
      return;
    }
    if (part.type === "text_annotation_delta") {
      annotate(part.annotations);
      return;
    }
    closeText();
    if (part.type === "audio" && typeof part.data === "string") {
      sound ??= { fields: part, pieces: [] };
      sound.pieces.push(Buffer.from(part.data, "base64"));
      return;
    }
    closeSound();
    const read = readContent({ ...part, type: part.type });
    if (read.type !== "text") emit({ ...read, choice: 0 });
  }

  for (const part of Array.isArray(step.content) ? step.content : []) if (isRecord(part)) add(part);
  return {
    add,
    end() {
      closeText();
      closeSound();
    },
  };
}

const THOUGHT_FIELDS = new Set(["type", "summary", "signature"]);

function createThoughtReader({ emit, index, step }: StepSource): StepReader {
  const id = `thought-${index}`;
  let signature: unknown = step.signature || undefined;
  const others: unknown[] = [];
  emit({ type: "reasoning-start", choice: 0, id });

  function addSummary(content: unknown): void {
    if (!isRecord(content)) return;
    if (content.type !== "text") others.push(content);
    else if (typeof content.text === "string" && content.text !== "")
      emit({ type: "reasoning-delta", choice: 0, id, text: content.text });
  }

  for (const part of Array.isArray(step.summary) ? step.summary : []) addSummary(part);
  return {
    add(delta) {
      if (delta.type === "thought_summary") addSummary(delta.content);
      else if (delta.type === "thought_signature") signature = delta.signature;
    },
    end() {
      const rest = Object.fromEntries(Object.entries(step).filter(([key, value]) => !THOUGHT_FIELDS.has(key) && value));
      const opened = openSignature(signature);
      const own = { ...rest, ...(signature === undefined || opened ? {} : { signature }) };
      const vendor: VendorData = { ...opened, ...(Object.keys(own).length > 0 ? { [DIALECT]: own } : {}) };
      emit({ type: "reasoning-end", choice: 0, id, ...(Object.keys(vendor).length > 0 ? { vendor } : {}) });
      // An image among the thoughts is not part of the response: only this dialect's clients recognise it.
      if (others.length > 0)
        emit({ type: "unknown", choice: 0, dialect: DIALECT, value: { type: "thought", summary: others } });
    },
  };
}

function createCallReader({ emit, step, counts }: StepSource): StepReader {
  const { id, name, kind, input, vendor } = readOutputCall(step, counts.calls++);
  const pieces: string[] = [];
  const own = vendor ? { vendor } : {};
  emit({ type: "tool-input-start", choice: 0, id, name, kind, ...own });

  function append(text: string): void {
    if (text === "") return;
    pieces.push(text);
    emit({ type: "tool-input-delta", choice: 0, id, text });
  }

  return {
    add(delta) {
      const { arguments: given } = delta;
      if (typeof given === "string") append(given);
      else if (isRecord(given)) append(JSON.stringify(given));
    },
    end() {
      if (pieces.length === 0 && input !== "{}") append(input);
      emit({ type: "tool-input-end", choice: 0, id });
      emit({ type: "tool-call", choice: 0, id, name, kind, input: pieces.join("") || "{}", ...own });
    },
  };
}

/** A step of a tool that Google runs, or of a newer kind: passed on whole at its end, for a writer of this dialect. */
function createRawReader({ emit, step }: StepSource): StepReader {
  const whole: Fields = { ...step };
  return {
    add({ type: _, ...fields }) {
      Object.assign(whole, fields);
    },
    end() {
      emit({ type: "unknown", choice: 0, dialect: DIALECT, value: whole });
    },
  };
}
