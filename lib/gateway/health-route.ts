/** `/healthz`: the process answers. `/readyz`: it can do its work. Neither needs a key (contract). */
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

export function healthz(_: ExchangeRequest, __: Runtime, record: RequestRecord): ExchangeResponse {
  record.logged = false;
  return answer(200, { status: "ok" });
}

export async function readyz(_: ExchangeRequest, runtime: Runtime, record: RequestRecord): Promise<ExchangeResponse> {
  record.logged = false;
  if (runtime.exchanges.draining) return answer(503, { status: "draining" });
  try {
    await runtime.store.check();
    // A config that does not fit has stopped the start, so that it was read says that it is valid.
    return answer(200, { status: "ready", checks: { store: "ok", config: "ok" } });
  } catch (error) {
    runtime.log(`The store cannot be written: ${(error as Error).message}`);
    return answer(503, {
      status: "not ready",
      checks: { store: "The store cannot be written. The log has the reason.", config: "ok" },
    });
  }
}

function answer(status: number, body: unknown): ExchangeResponse {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
    body: JSON.stringify(body),
  };
}
