/**
 * LogEntry: the row of one request in the request log, filled while the request is in flight and written once at its
 * end.
 */
import type { Usage } from "#lib/canonical/part.ts";
import type { HookRun } from "#lib/contract/hook-run.ts";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { DROPPED_LIMITS } from "../limits.ts";
import type { Grant } from "./admission.ts";
import { LogRow } from "./log-row.ts";
import type { PromptReading } from "./prompt-reading.ts";
import type { Recorder, RequestLogLevel } from "./recorder.ts";
import type { RequestSpan } from "./tracing.ts";
import type { UpstreamTrace } from "./upstream-trace.ts";

export type Lane = NonNullable<RequestLogRow["lane"]>;

/** `error` of a request whose client disconnected before the end of the response. */
export const CLIENT_DISCONNECTED = "client left";

const NONE: readonly string[] = [];

export class LogEntry {
  readonly id: string;
  readonly time = Date.now();
  private readonly startedAt = performance.now();
  private readonly log: Store["requestLog"];
  private readonly onFinish: () => void;
  private readonly redact: (text: string) => string;
  private readonly redactName: (name: string) => string;
  private firstByteAt: number | undefined;
  /** Status and error of a request that has ended. */
  outcome: { status: number; error: string | null } | undefined;
  private callbacks: (() => void)[] | undefined;
  keyId: string | null = null;
  /** Group of the key. */
  group: string | null = null;
  /** Labels of the key and of the request. */
  tags: readonly string[] = [];
  method: string | null = null;
  /** Template of the path, as in the endpoint. */
  path: string | null = null;
  dialect: string | null = null;
  lane: Lane | null = null;
  upstream: string | null = null;
  model: string | null = null;
  /** Model that served the request, `<upstream>/<model>`; null until it is known. */
  target: string | null = null;
  /** Attempts of a route, in order; undefined for a request of one model. */
  attempts: LoggedAttempt[] | undefined;
  private attempt: { model: string; startedAt: number } | undefined;
  stream = false;
  /** Code and source of the error that the gateway returned; undefined without one, and for a stream that broke. */
  failure: { code: string | undefined; source: "gateway" | "upstream" } | undefined;
  usage: Usage | undefined;
  /** True when the request is to be described and not sent. */
  dryRun = false;
  /** Images that the request makes, when it succeeds; null for requests of other kinds. */
  images: number | null = null;
  /** Characters of the prompt of images. */
  characters: number | null = null;
  /** Calls of the operator's hooks, in order; undefined without one. */
  hooks: HookRun[] | undefined;
  /** `hit` for a response of the cache; null for a request that does not use it. */
  cache: "hit" | "miss" | null = null;
  /** False for probes, which would fill the log. */
  logged = true;
  requestBytes = 0;
  responseBytes = 0;
  /** Paths of the values in a response of the sandbox that it made up. */
  placeholders: readonly string[] = [];
  /** Names of the fields that the gateway emulated. */
  emulated: readonly string[] = [];
  private listDroppedFields: readonly string[] = NONE;
  /** Stored prompt and its version, `name@7`; null for a request without one. */
  prompt: string | null = null;
  /** Fields of that prompt that the API of the request lacks. */
  droppedOfPrompt: readonly string[] = NONE;
  /** Retirement of the model, in Unix milliseconds, and the model to use instead; undefined when none is known. */
  retirement: { retiresAt: number; successor?: string } | undefined;
  /** Share of its key's limits that the request has taken; absent for a key without limits. */
  grant: Grant | undefined;
  /** Present for a resumable response, whose trace is readable. */
  trace: UpstreamTrace | undefined;
  /** Present for a request whose bodies are recorded. */
  recorder: Recorder | undefined;
  /** Contents of the log for this request; undefined before it is authenticated. */
  level: RequestLogLevel | undefined;
  /** Hashes of the prompt of a call of a text model. */
  prefix: PromptReading | undefined;
  /** Span of the request; absent without tracing. */
  span: RequestSpan | undefined;

  /**
   * @param redact redacts secrets in a failed request's error, which may quote the client's text
   * @param redactName does the same for names of models, fields and labels, of which few are different
   */
  constructor({
    id,
    log,
    onFinish,
    redact = (text) => text,
    redactName = redact,
  }: {
    id: string;
    log: Store["requestLog"];
    onFinish: () => void;
    redact?: (text: string) => string;
    redactName?: (name: string) => string;
  }) {
    this.id = id;
    this.log = log;
    this.onFinish = onFinish;
    this.redact = redact;
    this.redactName = redactName;
  }

  /** Distinct names of the dropped fields, within `DROPPED_LIMITS`. */
  get dropped(): readonly string[] {
    return this.listDroppedFields === NONE ? this.droppedOfPrompt : this.listDroppedFields;
  }

  set dropped(names: Iterable<string>) {
    const known = new Set<string>(this.droppedOfPrompt);
    for (const name of names) {
      if (known.size === DROPPED_LIMITS.names) break;
      known.add(name.slice(0, DROPPED_LIMITS.characters));
    }
    this.listDroppedFields = [...known];
  }

  /** Begins an attempt of a route: what the last one left behind does not count for the request. */
  beginAttempt(model: string): void {
    this.attempts ??= [];
    this.attempt = { model, startedAt: this.elapsed() };
    this.listDroppedFields = NONE;
    this.emulated = NONE;
    this.usage = undefined;
    this.lane = null;
  }

  /** Ends the attempt that has begun; without one it does nothing. */
  endAttempt(status: number, error: string | null = null): void {
    if (!this.attempt) return;
    const { model, startedAt } = this.attempt;
    this.attempt = undefined;
    if (error !== null) this.span?.failAttempt(status);
    const { lane, dropped } = this;
    this.attempts?.push({ model, lane, status, ms: this.elapsed() - startedAt, dropped, error });
  }

  /** Milliseconds from the request's arrival to the first byte of its response; undefined before it. */
  get firstByteMs(): number | undefined {
    return this.firstByteAt === undefined ? undefined : this.firstByteAt - this.startedAt;
  }

  /** Milliseconds since the request arrived. */
  elapsed(): number {
    return performance.now() - this.startedAt;
  }

  /** Counts bytes sent to the client; the first call is the first byte. */
  sent(bytes: number): void {
    this.firstByteAt ??= performance.now();
    this.responseBytes += bytes;
  }

  /** Calls back once at the end of the request; at once when it has ended. */
  whenFinished(callback: () => void): void {
    if (this.outcome) callback();
    else if (this.callbacks) this.callbacks.push(callback);
    else this.callbacks = [callback];
  }

  /** Finishes the entry; only the first call counts. */
  finish({ status, error = null }: { status: number; error?: string | null }): void {
    if (this.outcome) return;
    this.outcome = { status, error };
    this.endAttempt(status, error);
    if (this.model !== null) this.model = this.redactName(this.model);
    if (this.target !== null) this.target = this.redactName(this.target);
    this.span?.end(this);
    const cost = this.grant?.settle(this) ?? null;
    if (this.logged) this.log.append(new LogRow(this, { cost, redact: this.redact, redactName: this.redactName }));
    this.onFinish();
    for (const callback of this.callbacks ?? []) callback();
  }
}
