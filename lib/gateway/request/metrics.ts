/** RequestMetrics: figures of the process's requests for a monitoring system. */
import type { Usage } from "#lib/canonical/part.ts";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";

/** Facts of a finished request, from its log entry. */
export type MeasuredRequest = {
  readonly keyId: string | null;
  readonly dialect: string | null;
  readonly lane: string | null;
  readonly upstream: string | null;
  /** Model that served it, `<upstream>/<model>`; null when none did. */
  readonly target: string | null;
  readonly attempts: readonly LoggedAttempt[] | undefined;
  readonly usage: Usage | undefined;
  /** Images of the response; null for another request. */
  readonly images: number | null;
  /** Characters of the prompt; null where they have no price. */
  readonly characters: number | null;
  readonly outcome: { status: number } | undefined;
  /** Code and source of the error that the gateway returned. */
  readonly failure: { code: string | undefined; source: "gateway" | "upstream" } | undefined;
  /** Milliseconds until the first byte of the response; undefined without one. */
  readonly firstByteMs: number | undefined;
  elapsed(): number;
};

export type RequestMetrics = {
  record(request: MeasuredRequest): void;
  /** Returns all figures in Prometheus's text format. */
  render(): Promise<{ contentType: string; text: string }>;
};
