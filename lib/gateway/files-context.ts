/** What every files handler starts from: who asks, and in which convention (wire-formats §0.1: told by header, not by path). */
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { type ErrorBodyWriter, errorResponse } from "#lib/http/error-response.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import { authenticate } from "./authenticate.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Handler } from "./route.ts";
import type { Runtime } from "./runtime.ts";

export type FileShape = "openai" | "anthropic" | "google";

export type FilesContext = {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  shape: FileShape;
};

export type OwnedFilesContext = FilesContext & { owner: FileOwner };

const ERROR_BODIES: Record<FileShape, ErrorBodyWriter> = {
  openai: openAiChat.errorBody,
  anthropic: anthropicMessages.errorBody,
  google: googleGenerate.errorBody,
};

/** A handler for the owner of a key; it answers, and fails, in the client's convention. */
export function filesHandler(handle: (context: OwnedFilesContext) => Promise<ExchangeResponse>): Handler {
  return openFilesHandler(async (context) => handle({ ...context, owner: await readOwner(context) }));
}

/** The same for a handler that looks after its callers' credentials itself. */
export function openFilesHandler(handle: (context: FilesContext) => Promise<ExchangeResponse>): Handler {
  return async (exchange, runtime, record) => {
    const shape = fileShapeOf(exchange);
    try {
      return await handle({ exchange, runtime, record, shape });
    } catch (error) {
      // A client that left reads no answer, and a fault of ours belongs in the log.
      if (!GatewayError.isInstance(error) || exchange.client.left) throw error;
      const response = errorResponse({
        error,
        requestId: record.id,
        requestHeaders: exchange.headers,
        nativeBody: ERROR_BODIES[shape],
      });
      record.sent(Buffer.byteLength(response.body as string));
      record.finish({ status: error.status, error: error.message });
      return response;
    }
  };
}

/** @throws GatewayError 401, 403 */
export async function readOwner({ exchange, runtime, record }: FilesContext): Promise<FileOwner> {
  const { keyId, scopes } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  return { keyId, seesAll: scopes.includes("admin") };
}

function fileShapeOf({ path, headers, query }: ExchangeRequest): FileShape {
  if (/^\/(?:v1beta|upload)\//.test(path)) return "google";
  if (headers["anthropic-version"] !== undefined || headers["provider-version"] !== undefined) return "anthropic";
  const marks = ["x-goog-api-key", "x-provider-api-key", "x-goog-api-client"];
  return marks.some((name) => headers[name] !== undefined) || /(?:^|&)key=/.test(query) ? "google" : "openai";
}

export function jsonResponse(body: unknown, headers: Record<string, string> = {}): ExchangeResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}
