/** The form of the Interactions API, for stored interactions (wire-formats §14.4, §14.5). */
import { createCollector } from "#lib/canonical/collect.ts";
import type { InteractionsRequest } from "#lib/contract/google-interactions/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { writeHead } from "#lib/dialects/google-interactions/reply.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ResponseObject } from "../response-object.ts";
import type { StoredForm, StoredWire } from "../stored-form.ts";
import { readWholeInput } from "./read-whole-input.ts";

const dialect = dialects["google-interactions"];

export const interactionForm: StoredForm = {
  dialect,
  path: "/v1beta/interactions",
  prepare: (wire) => wire,
  getPreviousId: (wire) => (wire as InteractionsRequest).previous_interaction_id ?? null,
  readWholeInput: (wire, sources) => readWholeInput(wire as InteractionsRequest, sources),
  writeOpen: (identity, wire) => ({
    ...writeHead(identity, wire as InteractionsRequest),
    status: "in_progress",
    steps: [],
    ...noteBackground(wire),
  }),
  writePartial: (response) => response,
  completesPart: () => false,
  watchWriter(writer, { identity, wire, onFinal }) {
    const collector = createCollector();
    return {
      write(part) {
        collector.add(part);
        return writer.write(part);
      },
      end() {
        const events = writer.end();
        // The events do not repeat the steps, so the object is written from the Parts.
        if (events !== "")
          onFinal({ ...dialect.writeReply(collector.reply(), identity, wire), ...noteBackground(wire) });
        return events;
      },
    };
  },
  toStored: (response) => response,
  toClient: ({ background: _, ...interaction }) => interaction,
  toFailed: (response, { message, code = "server_error" }) => ({
    ...response,
    updated: new Date().toISOString(),
    status: "failed",
    errors: [{ code, message }],
  }),
  listItemIds: () => [],
  writeFirstEvent: (response, number) =>
    writeEvent("interaction.created", { ...withoutSteps(response), status: "in_progress" }, number),
  writeLastEvents(response, number) {
    const [failure] = (response.errors ?? []) as { code: string; message: string }[];
    if (response.status === "failed" && failure) {
      return [dialect.writeStreamError(new GatewayError({ status: 502, ...failure }))];
    }
    return [writeEvent("interaction.completed", withoutSteps(response), number), "event: done\ndata: [DONE]\n\n"];
  },
};

/** Marks a background interaction, which alone can be cancelled; no field of the API. */
function noteBackground({ background }: StoredWire): ResponseObject {
  return background ? { background: true } : {};
}

function withoutSteps({ steps: _, background: __, ...interaction }: ResponseObject): ResponseObject {
  return interaction;
}

function writeEvent(type: string, interaction: ResponseObject, number: number): string {
  return `event: ${type}\ndata: ${JSON.stringify({ interaction, event_type: type, event_id: String(number) })}\n\n`;
}
