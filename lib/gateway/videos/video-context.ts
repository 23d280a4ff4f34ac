/** What every handler of the video routes starts from: who asks, and what is noted of it. */
import type { VideoDialectId } from "#lib/canonical/video-source.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import { authenticate } from "../authenticate.ts";
import type { Principal } from "../key-ring.ts";
import type { RequestRecord } from "../request-record.ts";
import type { Handler, PathParameters } from "../route.ts";
import type { Runtime } from "../runtime.ts";

export type VideoContext = {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  principal: Principal;
  owner: FileOwner;
  dialect: VideoDialectId;
  parameters: PathParameters;
};

/** A handler for the owner of a key, in one of the two conventions. */
export function videoHandler(
  dialect: VideoDialectId,
  handle: (context: VideoContext) => ExchangeResponse | Promise<ExchangeResponse>,
): Handler {
  return async (exchange, runtime, record, parameters) => {
    record.dialect = dialect;
    const principal = await authenticate(exchange, runtime, "inference");
    const { keyId, scopes } = principal;
    record.keyId = keyId;
    const owner = { keyId, seesAll: scopes.includes("admin") };
    return handle({ exchange, runtime, record, principal, owner, dialect, parameters });
  };
}

export function queryOf({ exchange }: Pick<VideoContext, "exchange">): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(exchange.query));
}

export function invalidValue(param: string, why: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${why}.`,
    param,
    code: "invalid_value",
  });
}
