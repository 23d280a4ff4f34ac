/** EvaluationEnvironment: what the runner of evaluations and their runs share. */
import type { PatternMatcher } from "#lib/evaluations/pattern-matcher.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { Store } from "#lib/store/store.ts";
import type { SendOwn } from "./call-model.ts";

export type EvaluationEnvironment = {
  store: Pick<Store, "evaluations">;
  services: Services;
  send: SendOwn;
  matcher: PatternMatcher;
  /** Instance whose id is in the claims. */
  instance: Pick<Instance, "id" | "hasEnded" | "knowsOthers">;
  /** Places for the requests of all evaluations of this instance. */
  slots: Slots;
  log: (line: string) => void;
};

/** Bounded number of places; whoever waits longest gets the next one. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  take(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }
}
