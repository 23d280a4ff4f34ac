/** LogRow: row of a finished request for the store, without what the operator's log leaves out. */
import type { Usage } from "#lib/canonical/part.ts";
import type { HookRun } from "#lib/contract/hook-run.ts";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";
import type { RequestLogRow } from "#lib/store/store.ts";
import type { PromptReading } from "./prompt-reading.ts";
import type { RequestLogLevel } from "./recorder.ts";

const NONE: readonly string[] = [];

type Redact = (text: string) => string;

/** Fields of a log entry that a row has as they are. */
type SameFields = Pick<
  RequestLogRow,
  | "id"
  | "time"
  | "keyId"
  | "dialect"
  | "lane"
  | "upstream"
  | "model"
  | "target"
  | "stream"
  | "images"
  | "characters"
  | "requestBytes"
  | "responseBytes"
  | "prompt"
  | "group"
  | "tags"
  | "cache"
>;

/** Log entry of a finished request. */
type FinishedEntry = Readonly<SameFields> & {
  readonly method: string | null;
  readonly path: string | null;
  readonly outcome: { status: number; error: string | null } | undefined;
  readonly usage: Usage | undefined;
  readonly attempts: readonly LoggedAttempt[] | undefined;
  readonly firstByteMs: number | undefined;
  elapsed(): number;
  readonly dropped: readonly string[];
  readonly emulated: readonly string[];
  readonly hooks: HookRun[] | undefined;
  readonly prefix: PromptReading | undefined;
  readonly level: RequestLogLevel | undefined;
  readonly dryRun: boolean;
};

/**
 * A class, because of V8: it makes a literal with so many fields in its slowest way as soon as one of them has had a
 * null and a fraction, which took a tenth of a request's time.
 */
export class LogRow implements RequestLogRow {
  readonly id: string;
  readonly time: number;
  readonly keyId: string | null;
  readonly route: string | null;
  readonly dialect: string | null;
  readonly lane: RequestLogRow["lane"];
  readonly upstream: string | null;
  readonly model: string | null;
  readonly target: string | null;
  readonly attempts: LoggedAttempt[] | null;
  readonly status: number;
  readonly stream: boolean;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
  readonly cacheWriteTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly videoSeconds = null;
  readonly images: number | null;
  readonly characters: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly error: string | null;
  readonly dropped: string | null;
  readonly emulated: string | null;
  readonly prompt: string | null;
  readonly cost: number | null;
  readonly group: string | null;
  readonly tags: readonly string[];
  readonly hooks: readonly HookRun[] | null;
  readonly cache: RequestLogRow["cache"];
  readonly prefix: string | null;

  /**
   * @param entry finished entry
   * @param terms.cost in US dollars; null when it is unknown
   */
  constructor(
    entry: FinishedEntry,
    { cost, redact, redactName }: { cost: number | null; redact: Redact; redactName: Redact },
  ) {
    const { usage, attempts, dropped, emulated, tags } = entry;
    const { status, error } = entry.outcome ?? { status: 0, error: null };
    const hidesText = entry.level?.hidesText === true;
    this.id = entry.id;
    this.time = entry.time;
    this.keyId = entry.keyId;
    this.route = entry.path === null ? null : `${entry.method} ${entry.path}`;
    this.dialect = entry.dialect;
    this.lane = entry.lane;
    this.upstream = entry.upstream;
    this.model = entry.model;
    this.target = entry.target === entry.model ? null : entry.target;
    this.attempts = attempts ? listAttempts(attempts, { hidesText, redact, redactName }) : null;
    this.status = status;
    this.stream = entry.stream;
    this.inputTokens = usage?.inputTokens ?? null;
    this.outputTokens = usage?.outputTokens ?? null;
    this.cachedTokens = usage?.cachedInputTokens ?? null;
    this.cacheWriteTokens = usage?.cacheWriteInputTokens ?? null;
    this.reasoningTokens = usage?.reasoningTokens ?? null;
    this.images = status < 400 ? entry.images : null;
    this.characters = status < 400 ? entry.characters : null;
    this.firstByteMs = entry.firstByteMs ?? null;
    this.totalMs = entry.elapsed();
    this.requestBytes = entry.requestBytes;
    this.responseBytes = entry.responseBytes;
    this.error = error === null || hidesText ? null : redact(error);
    this.dropped = dropped.length > 0 && !hidesText ? dropped.map(redactName).join(",") : null;
    this.emulated = emulated.length > 0 ? emulated.join(",") : null;
    this.prompt = entry.prompt;
    this.cost = cost;
    this.group = entry.group;
    this.tags = hidesText || tags.length === 0 ? NONE : tags.map(redactName);
    this.hooks = entry.hooks ?? null;
    this.cache = entry.cache;
    this.prefix = hidesText || entry.dryRun ? null : (entry.prefix?.finish() ?? null);
  }
}

/** Written out: a spread of each attempt took longer than the rest of the row. */
function listAttempts(
  attempts: readonly LoggedAttempt[],
  { hidesText, redact, redactName }: { hidesText: boolean; redact: Redact; redactName: Redact },
): LoggedAttempt[] {
  return attempts.map(({ model, lane, status, ms, dropped, error }) => ({
    model,
    lane,
    status,
    ms,
    dropped: hidesText || dropped.length === 0 ? NONE : dropped.map(redactName),
    error: hidesText || error === null ? null : redact(error),
  }));
}
