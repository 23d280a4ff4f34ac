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

/** Limits the requests that a target serves at the same time. Each taken place is given back once. */
export type Places = {
  readonly running: number;
  /** True when every place is taken. */
  readonly isFull: boolean;
  /** Requests that wait for a place. */
  readonly waiting: number;
  /** True when another request may wait. */
  readonly hasRoom: boolean;
  /** Takes a place when one is free. */
  tryTake(): boolean;
  /** Waits for a place, first come first served; false when the signal ends the wait, or the queue is full. */
  wait(signal: AbortSignal): Promise<boolean>;
  give(): void;
};

export type TargetStates = {
  /** @param model target as the config names it */
  breakerOf(model: string): Breaker;
  /** Returns undefined for a target without a limit on requests at the same time. */
  placesOf(route: RouteSettings, model: string): Places | undefined;
  /** Forgets targets that no route names any more. */
  retain(routes: Readonly<Record<string, RouteSettings>>): void;
  /** Closes the breakers of one upstream, whose settings have changed. */
  reset(upstream: string): void;
  /** Returns the model that answered a conversation last. */
  findSession(route: string, session: string): string | undefined;
  /** @param options `isNews`: whether this instance has found it, so that others are told; true when absent */
  rememberSession(route: string, session: string, model: string, options?: { isNews?: boolean }): void;
  /** Opens or closes a breaker as on another instance. @param openMs time that it stays open; 0 to close it */
  adopt(model: string, openMs: number): void;
};
