/** What stands at a path. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest, ExchangeResponse } from "#lib/http/exchange.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

export type Handler = (
  exchange: ExchangeRequest,
  runtime: Runtime,
  record: RequestRecord,
) => ExchangeResponse | Promise<ExchangeResponse>;

export type Route = {
  /** By method. */
  methods: Readonly<Record<string, Handler>>;
  /** Whose envelope its errors take; absent where several conventions call it: then it is the client's own. */
  dialect?: Dialect;
  /** Answered while the server drains. */
  whileDraining?: boolean;
};
