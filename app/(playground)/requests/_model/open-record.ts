/** Opens a recorded request elsewhere: as a conversation of its page, as columns of a comparison, and as curl. */
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import type { ColumnPlace } from "#lib/playground/compare/column-places.ts";
import { handOver } from "#lib/playground/compare/handed-over.ts";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";
import { writeHar } from "#lib/playground/sharing/exports/write-har.ts";
import type { Imported } from "#lib/playground/sharing/imports/import-file.ts";
import { readImport } from "#lib/playground/sharing/imports/read-import.ts";
import { storeImport } from "#lib/playground/sharing/imports/store-import.ts";
import { readSampleRequest } from "#lib/playground/trace/read-sample-request.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";
import { findTextDialect, loadLoggedTrace } from "./load-logged-trace.ts";

/** @throws Error, with a message for the screen, when the record is gone */
async function loadTrace(request: LoggedRequest): Promise<Trace> {
  const trace = await loadLoggedTrace(request);
  if (!trace) throw new Error("The recorded bodies were removed.");
  return trace;
}

async function readConversation(request: LoggedRequest): Promise<Imported & { session: ChatSession }> {
  const page = findTextDialect(request)?.page ?? "chat";
  const archive = writeHar({ title: "Request", records: [await loadTrace(request)], origin: location.origin });
  const imported = await readImport(archive, page);
  const [session] = imported.conversations;
  if (!session) throw new Error("The request has no conversation.");
  return { ...imported, session };
}

/** Stores the conversation with its response. @returns the address of its page, and what could not be read */
export async function openInPlayground(request: LoggedRequest): Promise<{ address: string; problems: string[] }> {
  const imported = await readConversation(request);
  const [stored = imported.session] = await storeImport(imported);
  return { address: `/${stored.page}?session=${stored.id}`, problems: imported.problems };
}

/**
 * Hands the conversation to the compare page, with its last message as the one to send.
 * @param columns API formats and models to send it to
 * @returns the page's address
 */
export async function sendAgain(request: LoggedRequest, columns: readonly ColumnPlace[]): Promise<string> {
  const { session } = await readConversation(request);
  const path = visiblePath(session.transcript);
  const last = path.findLastIndex(({ role }) => role === "user");
  const message = path[last];
  if (message?.role !== "user") throw new Error("The request has no message to send again.");
  const { text, attachments } = message;
  handOver({
    columns,
    page: session.page,
    settings: session.settings,
    turns: path.slice(0, last),
    draft: { text, attachments },
  });
  return "/compare";
}

/** Writes the request for a shell. */
export async function writeRecordedCurl(request: LoggedRequest): Promise<string> {
  const sample = readSampleRequest(await loadTrace(request));
  const page = findTextDialect(request)?.page;
  if (!sample || !page) throw new Error("The body of the request is not JSON.");
  return writeTextSample("curl", { request: sample, page, origin: location.origin });
}
