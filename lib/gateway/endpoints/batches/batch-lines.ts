/** Requests in the file of a batch: one JSON object on each line. */
import { quote } from "#lib/contract/errors/wording.ts";
import { JSON_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import { findExcess } from "#lib/http/json-shape.ts";

export type BatchLine = Record<string, unknown> & { body: Record<string, unknown> & { model: string } };

/** Limits on one batch, as OpenAI's own are; a line is as long as a request over HTTP. */
const BATCH_LIMITS = { lines: 50_000, lineBytes: 64 * 1024 * 1024 } as const;

const LINE_END = 0x0a;

/**
 * Reads the lines one by one.
 * @throws GatewayError 400 for a line that is no request to this endpoint
 */
export async function* listBatchLines(
  chunks: AsyncIterable<Uint8Array>,
  { endpoint }: { endpoint: string },
): AsyncGenerator<{ line: number; request: BatchLine }, void, void> {
  let line = 0;
  for await (const bytes of splitLines(chunks, () => line + 1)) {
    line++;
    if (bytes.length === 0 || bytes.toString("utf8").trim() === "") continue;
    if (line > BATCH_LIMITS.lines) throw invalid(line, `is one too many (limit ${BATCH_LIMITS.lines})`);
    yield { line, request: parseLine(bytes, { line, endpoint }) };
  }
}

/** Returns the one model of all lines. @throws GatewayError 400 without a line, and for several models */
export async function readBatchLines(chunks: AsyncIterable<Uint8Array>, terms: { endpoint: string }): Promise<string> {
  let model: string | undefined;
  for await (const { line, request } of listBatchLines(chunks, terms)) {
    const { body } = request;
    if (model !== undefined && body.model !== model) {
      const rule = "One provider runs a batch, for one model. Create a batch for each model";
      throw invalid(
        line,
        `must name the model ${quote(model)}, as the lines before it; got ${quote(body.model)}. ${rule}`,
      );
    }
    model = body.model;
  }
  if (model === undefined) throw errors.batchFileEmpty();
  return model;
}

const invalid = (line: number, problem: string) => errors.batchLineInvalid({ line, problem });

function parseLine(bytes: Buffer, { line, endpoint }: { line: number; endpoint: string }): BatchLine {
  if (findExcess(bytes, JSON_LIMITS)) throw invalid(line, "has too many values, or is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw invalid(line, "is not valid JSON");
  }
  const parsed = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { custom_id: id, method, url, body } = parsed;
  if (typeof id !== "string" || id === "") throw invalid(line, "must have a `custom_id`");
  if (method !== "POST") throw invalid(line, 'must have `method` "POST"');
  if (url !== endpoint) throw invalid(line, `must have \`url\` "${endpoint}", the \`endpoint\` of the batch`);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalid(line, "must have an object `body`");
  const { model } = body as { model?: unknown };
  if (typeof model !== "string" || model === "") throw invalid(line, "must name a model in `body.model`");
  return { ...parsed, body: { ...body, model } };
}

async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  currentLine: () => number,
): AsyncGenerator<Buffer, void, void> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let from = 0;
    for (let end = bytes.indexOf(LINE_END); end >= 0; end = bytes.indexOf(LINE_END, from)) {
      rest.push(bytes.subarray(from, end));
      yield Buffer.concat(rest);
      rest = [];
      size = 0;
      from = end + 1;
    }
    size += bytes.length - from;
    if (size > BATCH_LIMITS.lineBytes) throw invalid(currentLine(), `is longer than ${BATCH_LIMITS.lineBytes} bytes`);
    rest.push(bytes.subarray(from));
  }
  if (size > 0) yield Buffer.concat(rest);
}
