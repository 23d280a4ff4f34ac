/** Rows from recorded requests of the log: the last message of each as `input`, its system prompt and its response. */
import type { Message } from "#lib/canonical/call.ts";
import type { EvaluationImport } from "#lib/contract/evaluation.ts";
import type { EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import type { RecordedBody, RequestRecord } from "#lib/contract/request-record.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { readOutput } from "#lib/evaluations/read-output.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { findVisibleKeys } from "#lib/gateway/request/visible-keys.ts";
import { unpackRecord } from "#lib/records/record-packer.ts";

/** Pages of the log that are searched, and their rows. */
const PAGES = 20;
const PAGE_ROWS = 200;

type Wanted = { limit: number; model?: string | undefined };

/** Reads the newest recorded requests that succeeded, of the keys that the principal may see. */
export async function readLogRows(
  { limit, model }: Wanted,
  { store, principal }: { store: Services["store"]; principal: Principal },
): Promise<EvaluationImport> {
  const visible = await findVisibleKeys(principal, undefined, { store, data: "requests" });
  const rows: EvaluationRow[] = [];
  const seen = new Set<string>();
  let unreadable = 0;
  let after: Awaited<ReturnType<typeof store.requestLog.list>>["next"];
  for (let page = 0; page < PAGES && rows.length < limit; page += 1) {
    const filter = { ...visible, model, status: { from: 200, to: 299 }, ofModels: true };
    const found = await store.requestLog.list({ ...filter, limit: PAGE_ROWS, after });
    const recorded = await store.requestRecords.listRecorded(found.rows.map(({ id }) => id));
    const places = new Set(recorded.map(({ id, keyId }) => `${id} ${keyId}`));
    for (const { id, keyId } of found.rows) {
      if (keyId === null || !places.has(`${id} ${keyId}`)) continue;
      if (rows.length >= limit) break;
      const stored = await store.requestRecords.find({ id, keyId });
      const values = stored && toValues(await unpackRecord(stored.payload));
      const text = values && JSON.stringify([values.system, values.input]);
      if (!values || !text) unreadable += 1;
      else if (!seen.has(text)) {
        seen.add(text);
        rows.push({ values });
      }
    }
    after = found.next;
    if (!after) break;
  }
  const ignored = unreadable > 0 ? [`${unreadable} requests without text, or of other APIs`] : [];
  return { object: "evaluation_import", format: "log", definition: { columns: [], rows }, ignored };
}

/** Returns undefined for a request whose text is not recorded. */
function toValues({
  dialect: id,
  model,
  stream,
  request,
  response,
}: RequestRecord): EvaluationRow["values"] | undefined {
  if (id === null || !(id in dialects)) return undefined;
  const name = id as keyof typeof dialects;
  const dialect = dialects[name];
  try {
    const route = { model: model ?? "", stream };
    const { messages } = dialect.readRequest(dialect.parseRequest(JSON.parse(readBody(request.body)), route));
    const input = messages.findLast(({ role }) => role === "user");
    if (!input) return undefined;
    const system = messages.filter(({ role }) => role === "system" || role === "developer").map(getText);
    const body = readBody(response?.body);
    const output = stream ? readStream(body, dialect) : readOutput(JSON.parse(body), name).text;
    return { system: system.join("\n\n"), input: getText(input), output };
  } catch {
    // A body that was cut, or has media in place of text.
    return undefined;
  }
}

function readBody(body: RecordedBody | undefined): string {
  return body?.chunks.map(([, text]) => text).join("") ?? "";
}

function getText({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** Collects the text of recorded events. */
function readStream(body: string, dialect: Dialect): string {
  let text = "";
  const reader = dialect.createStreamReader((part) => {
    if (part.type === "text-delta" && part.choice === 0) text += part.text;
  });
  for (const block of body.split(/\r?\n\r?\n/)) {
    const lines = block.split(/\r?\n/);
    const event = lines
      .find((line) => line.startsWith("event:"))
      ?.slice("event:".length)
      .trim();
    const data = lines.flatMap((line) => (line.startsWith("data:") ? line.slice("data:".length).trimStart() : []));
    if (data.length > 0) reader.read({ event, data: data.join("\n") });
  }
  return text;
}
