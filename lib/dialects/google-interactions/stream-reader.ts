/** Reads a stream of interaction events as Parts (wire-formats §14.5). */
import type { Part } from "#lib/canonical/part.ts";
import type { InteractionEvent, InteractionReply, WireStep } from "#lib/contract/google-interactions/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { checkIndex, MAXIMUM_ITEMS } from "#lib/contract/wire-index.ts";
import { errors } from "#lib/http/errors.ts";
import type { StreamReader, WireEvent } from "../dialect.ts";
import { type StreamFailure, toEventError } from "../malformed.ts";
import { readFailure } from "./errors.ts";
import { readFinishReason } from "./finish-reason.ts";
import { findFailure, readHead } from "./reply.ts";
import { createStepReader, type StepReader } from "./step-reader.ts";
import { readUsage } from "./usage.ts";

export function createStreamReader(emit: (part: Part) => void): StreamReader {
  const steps = new Map<number, StepReader>();
  /** Texts and calls so far: sources refer to a text by its number. */
  const counts = { texts: 0, calls: 0 };
  let started = false;
  let over = false;
  let usage: Record<string, unknown> | undefined;

  function start(interaction: InteractionReply | undefined): void {
    if (started) return;
    started = true;
    emit({ type: "start", ...(interaction ? readHead(interaction) : {}) });
  }

  function open(index: number, step: WireStep): StepReader {
    steps.get(index)?.end();
    const reader = createStepReader({ emit, index, step, counts });
    steps.set(index, reader);
    return reader;
  }

  function closeAll(): void {
    for (const reader of steps.values()) reader.end();
    steps.clear();
  }

  function fail({ status, message, code }: StreamFailure): void {
    over = true;
    emit({ type: "error", status, message, ...(code ? { code } : {}) });
  }

  function finish(interaction: InteractionReply): void {
    if (interaction.status === "failed") {
      fail(readFailure(findFailure(interaction)));
      return;
    }
    closeAll();
    emit({ type: "finish", choice: 0, reason: readFinishReason(interaction, counts.calls > 0) });
    const total = isRecord(interaction.usage) ? interaction.usage : usage;
    if (total) emit({ type: "usage", usage: readUsage(total) });
    over = true;
  }

  function readIndex(event: InteractionEvent): number {
    return checkIndex(event.index ?? 0, { field: "index", limit: MAXIMUM_ITEMS });
  }

  function readEvent(event: InteractionEvent, name: string | undefined): void {
    switch (event.event_type ?? name) {
      case "interaction.created":
        start(event.interaction);
        return;
      case "interaction.status_update":
        if (isRecord(event.usage)) usage = event.usage;
        return;
      case "interaction.completed":
        start(event.interaction);
        finish(event.interaction ?? {});
        return;
      case "step.start": {
        start(undefined);
        const index = readIndex(event);
        if (event.step) open(index, event.step);
        return;
      }
      case "step.delta": {
        start(undefined);
        const index = readIndex(event);
        // Some servers omit the event that starts a step: the first delta is of the model's output.
        const reader = steps.get(index) ?? open(index, { type: "model_output" });
        if (event.delta) reader.add(event.delta);
        return;
      }
      case "step.stop":
        steps.get(readIndex(event))?.end();
        steps.delete(readIndex(event));
        return;
      default:
        if (event.error != null) fail(readFailure(event.error));
    }
  }

  return {
    read({ data, event: name }: WireEvent): void {
      if (over || data.trim() === "[DONE]") return;
      try {
        const event: unknown = JSON.parse(data);
        if (isRecord(event)) readEvent(event as InteractionEvent, name);
      } catch (error) {
        // Upstream data is never trusted: an event of another shape must not end the process.
        fail(toEventError(error));
      }
    },
    end(): void {
      if (over) return;
      closeAll();
      fail(errors.streamTruncated());
    },
  };
}
