/** Runs work that has no body yet, and aborts it when the client disconnects or its deadline passes. */
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { Deadline } from "../request/endpoint.ts";
import type { Ticking } from "../request/in-flight.ts";
import type { Services } from "../request/services.ts";

/**
 * One shared timer watches the deadlines of all requests.
 * @param abort ends the work, which must then reject with this error
 * @throws GatewayError 499 when the client has already disconnected: the work is not started then
 */
export async function runGuarded<Result>(
  { client, services: { inFlight } }: { client: ClientPresence; services: Pick<Services, "inFlight"> },
  { deadline, abort }: { deadline?: Deadline | undefined; abort: (error: GatewayError) => void },
  work: () => Promise<Result>,
): Promise<Result> {
  client.throwIfDisconnected();
  let running = true;
  client.onDisconnect(() => {
    if (running) abort(errors.clientClosedRequest());
  });
  const endsAt = deadline ? performance.now() + deadline.ms : 0;
  const watch: Ticking | undefined = deadline && {
    slot: -1,
    dueAt: deadline.isPrecise ? endsAt : undefined,
    tick(now) {
      if (now < endsAt) return;
      inFlight.unwatch(watch as Ticking);
      abort(deadline.error());
    },
    expire: () => abort(errors.shuttingDown()),
  };
  if (watch) inFlight.watch(watch);
  try {
    return await work();
  } finally {
    running = false;
    if (watch) inFlight.unwatch(watch);
  }
}
