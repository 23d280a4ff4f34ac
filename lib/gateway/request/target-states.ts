/** TargetStates: state of the targets of routes, which exists once per process. */
import type { RouteSettings } from "#lib/config/model-routes.ts";

/** Keeps a target out of use while it fails. A request that acquired it ends in one of the other three. */
export type Breaker = {
  readonly state: "closed" | "open" | "half-open";
  /** Milliseconds until a request may try it. */
  readonly waitMs: number;
  tryAcquire(): boolean;
  succeeded(): void;
  failed(retryAfterMs?: number): void;
  released(): void;
};

export type TargetStates = {
  /** @param model target as the config names it */
  breakerOf(model: string): Breaker;
  /** Forgets targets that no route names any more. */
  retain(routes: Readonly<Record<string, RouteSettings>>): void;
  /** Closes the breakers of one upstream, whose settings have changed. */
  reset(upstream: string): void;
  /** Returns the model that answered a conversation last. */
  findSession(route: string, session: string): string | undefined;
  rememberSession(route: string, session: string, model: string): void;
};
