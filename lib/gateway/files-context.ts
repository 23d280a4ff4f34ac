/** What every files handler starts from: who asks, and in which convention. */
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import { authenticate } from "./authenticate.ts";
import { type Convention, conventionOf } from "./client-convention.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Handler, PathParameters } from "./route.ts";
import type { Runtime } from "./runtime.ts";

export type FilesContext = {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  shape: Convention;
  parameters: PathParameters;
};

export type OwnedFilesContext = FilesContext & { owner: FileOwner };

/** A handler for the owner of a key; it answers in the client's convention. */
export function filesHandler(handle: (context: OwnedFilesContext) => Promise<ExchangeResponse>): Handler {
  return openFilesHandler(async (context) => handle({ ...context, owner: await readOwner(context) }));
}

/** The same for a handler that looks after its callers' credentials itself. */
export function openFilesHandler(handle: (context: FilesContext) => Promise<ExchangeResponse>): Handler {
  return (exchange, runtime, record, parameters) =>
    handle({ exchange, runtime, record, shape: conventionOf(exchange), parameters });
}

/** @throws GatewayError 401, 403 */
export async function readOwner({ exchange, runtime, record }: FilesContext): Promise<FileOwner> {
  const { keyId, scopes } = await authenticate(exchange, runtime, "inference");
  record.keyId = keyId;
  return { keyId, seesAll: scopes.includes("admin") };
}

export function jsonResponse(body: unknown, headers: Record<string, string> = {}): ExchangeResponse {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(body),
  };
}
