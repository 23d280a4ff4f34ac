/** ResponseTakeOver: goes on with background responses whose instance has ended, or which it has released. */
import { isOwnId as isInteraction } from "#lib/dialects/google-interactions/index.ts";
import { handleCall } from "#lib/gateway/lanes/handle-call.ts";
import { BACKGROUND_LIMITS } from "#lib/gateway/limits.ts";
import { openLogEntry } from "#lib/gateway/request/open-log-entry.ts";
import { listRequestTags } from "#lib/gateway/request/request-tags.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { toGatewayError } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { RunningResponse, StoredResponse } from "#lib/store/stored-response.ts";
import { type BackgroundJob, readJob } from "./background-job.ts";
import type { ResponseServices } from "./background-responses.ts";
import { handleStoredCall } from "./handle-stored-call.ts";
import { interactionForm } from "./interactions/interaction-form.ts";
import { responseForm } from "./response-form.ts";
import { parseResponse } from "./response-object.ts";
import type { StoredForm } from "./stored-form.ts";

const CHECK_MS = 3_000;
/** Time without a sign of life after which a response is taken over, even if its instance seems to run. */
const LEASE_MS = 25_000;
/** Limit on responses that one check takes over: other instances share the rest. */
const MOST_AT_ONCE = 50;

export type ResponseTakeOver = {
  /** Takes over no more; resolves when a running check has ended. */
  close(): Promise<void>;
};

export function startResponseTakeOver(
  services: ResponseServices,
  instance: Pick<Instance, "id" | "hasEnded" | "knowsOthers">,
): ResponseTakeOver {
  const { store, backgroundResponses, log } = services;
  let isClosed = false;
  let checking = Promise.resolve();
  const timer = setInterval(check, CHECK_MS).unref();
  check();

  function check(): void {
    checking = checking.then(takeSome).catch((error: unknown) => {
      log(`Background responses of other instances could not be read: ${String(error)}`);
    });
  }

  async function takeSome(): Promise<void> {
    const running = await store.responses.listRunning({ notBy: instance.id, limit: BACKGROUND_LIMITS.running });
    const ended = new Map<string, boolean>();
    let taken = 0;
    for (const response of running) {
      const hasRoom = backgroundResponses.runningCount < BACKGROUND_LIMITS.running / 2 && taken < MOST_AT_ONCE;
      if (isClosed || services.inFlight.draining || !hasRoom) return;
      // Its work here stops when it next shows a sign of life.
      if (backgroundResponses.find(response) || !(await isLost(response, ended))) continue;
      const stored = await store.responses.claim(response, instance.id);
      if (!stored) continue;
      taken += 1;
      await goOn(stored);
    }
  }

  /** @param ended known states of instances; it grows, so that each is looked up once */
  async function isLost({ runBy, silentMs }: RunningResponse, ended: Map<string, boolean>): Promise<boolean> {
    if (silentMs > LEASE_MS) return runBy === null || instance.knowsOthers();
    if (runBy === null) return false;
    const hasEnded = ended.get(runBy) ?? (await instance.hasEnded(runBy));
    ended.set(runBy, hasEnded);
    return hasEnded;
  }

  async function goOn(stored: StoredResponse): Promise<void> {
    const job = readJob(stored);
    if (!job || (job.isSent && !job.upstreamRun)) return fail(stored, job, errors.backgroundResponseInterrupted());
    try {
      await beginAnew(stored, job);
    } catch (thrown) {
      const error = toGatewayError(thrown);
      if (!GatewayError.isInstance(thrown)) log(`Background response ${stored.id}: ${String(thrown)}`);
      // There is no room for it here now.
      if (error.status === 429 || error.status === 503) await store.responses.release([stored.id], instance.id);
      else await fail(stored, job, error);
    }
  }

  async function beginAnew(stored: StoredResponse, job: BackgroundJob): Promise<void> {
    const principal = await services.keyRing.findById(stored.keyId);
    if (!principal) throw errors.backgroundKeyInactive();
    const { upstreamRun: resumed } = job;
    // The model of a route that runs it, and no other.
    const model = resumed?.target ?? job.wire.model;
    const form = findForm(stored.id);
    const { dialect, path } = form;
    const input: unknown[] = JSON.parse(stored.input);
    const body = { ...job.wire, model, ...(input.length > 0 ? { input } : {}) };
    const request = createRequest(job, { path, body });
    // Its limits were checked when it was accepted.
    const entry = openLogEntry(job.requestId, { request, services });
    Object.assign(entry, { keyId: stored.keyId, group: principal.group ?? null, dialect: dialect.id, logged: false });
    Object.assign(entry, { method: "POST", path, tags: listRequestTags(request, principal) });
    const { id, createdAt, fence } = stored;
    const named = String(parseResponse(stored).model ?? job.wire.model);
    const taken = { id, createdAt, claim: { runBy: instance.id, fence }, model: named, resumed };
    try {
      await handleCall(
        { request, services, principal, log: entry, query: undefined, params: {} },
        {
          dialect,
          neverRelay: true,
          needsGateway: () => true,
          wrapLane: (call, run) =>
            handleStoredCall(call, run, { form, backgroundResponses, sealer: services.sealer, taken }),
        },
      );
    } finally {
      entry.finish({ status: 200 });
    }
  }

  async function fail(stored: StoredResponse, job: BackgroundJob | undefined, error: GatewayError): Promise<void> {
    const { message, code } = error;
    const form = findForm(stored.id);
    const { dialect, path } = form;
    const failed = form.toFailed(parseResponse(stored), { message, ...(code ? { code } : {}) });
    const claim = { runBy: instance.id, fence: stored.fence };
    const isFailed = await store.responses.update(stored, claim, { to: { response: JSON.stringify(failed) } });
    if (!isFailed || !job) return;
    const request = createRequest(job, { path, body: {} });
    const entry = openLogEntry(job.requestId, { request, services });
    Object.assign(entry, { keyId: stored.keyId, dialect: dialect.id, model: job.wire.model, stream: true });
    Object.assign(entry, { method: "POST", path });
    entry.finish({ status: error.status, error: message });
  }

  return {
    close() {
      isClosed = true;
      clearInterval(timer);
      return checking;
    },
  };
}

function findForm(id: string): StoredForm {
  return isInteraction(id) ? interactionForm : responseForm;
}

/** Returns the request as its client sent it, but for its credential. */
function createRequest({ headers }: BackgroundJob, { path, body }: { path: string; body: object }): HttpRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    method: "POST",
    path,
    query: "",
    headers,
    body: {
      bytes: async () => bytes,
      async *chunks() {
        yield bytes;
      },
      retain() {},
      release() {},
    },
    client: new ClientPresence(),
  };
}
