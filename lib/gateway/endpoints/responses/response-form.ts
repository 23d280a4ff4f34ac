/** The form of the Responses API, for stored responses (wire-formats §2.4, §2.6). */
import type { ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { writeOpenResponse } from "#lib/dialects/openai-responses/response-object.ts";
import { readWholeInput } from "./read-whole-input.ts";
import {
  listOutputItems,
  type ResponseObject,
  toClientForm,
  toFailed,
  toStoredForm,
  withClientForm,
} from "./response-object.ts";
import type { StoredForm } from "./stored-form.ts";

export const responseForm: StoredForm = {
  dialect: dialects["openai-responses"],
  path: "/v1/responses",
  prepare: (wire, reader) => withClientForm(wire as ResponsesRequest, reader),
  getPreviousId: (wire) => (wire as ResponsesRequest).previous_response_id ?? null,
  readWholeInput: (wire, sources) => readWholeInput(wire as ResponsesRequest, sources),
  writeOpen: (identity, wire) => ({
    ...writeOpenResponse(identity, wire as ResponsesRequest, undefined),
    status: "queued",
  }),
  writePartial: (response, events) => ({
    ...response,
    output: events.map((event) => (event as { item: unknown }).item),
  }),
  completesPart: (event) => event.startsWith("event: response.output_item.done\n"),
  watchWriter: (writer, { onFinal }) => ({
    write: (part) => writer.write(part),
    end() {
      const events = writer.end();
      const response = readFinal(events);
      if (response) onFinal(response);
      return events;
    },
  }),
  toStored: toStoredForm,
  toClient: toClientForm,
  toFailed,
  listItemIds: (response) => listOutputItems(response).map(({ id }) => String(id)),
  writeFirstEvent: (response, number) => writeEvent("response.created", { ...response, status: "in_progress" }, number),
  // Clients know no event for a cancelled response: it is sent as failed, and its status tells the difference.
  writeLastEvents: (response, number) => [writeEvent("response.failed", response, number)],
};

function writeEvent(type: string, response: ResponseObject, number: number): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number, response })}\n\n`;
}

/** Returns the object in the last of these events; undefined when the stream ended otherwise. */
function readFinal(events: string): ResponseObject | undefined {
  const data = events.slice(events.lastIndexOf("\ndata: ") + "\ndata: ".length);
  return data.startsWith("{") ? (JSON.parse(data) as { response?: ResponseObject }).response : undefined;
}
