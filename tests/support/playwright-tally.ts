/** Playwright reporter: counts, and the reasons of skipped tests. */
import type { FullResult, Reporter, Suite } from "@playwright/test/reporter";
import { type Tally, writeTally } from "./tally.ts";

export default class PlaywrightTally implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Errors outside any test: a spec that does not load, a server that does not start. */
  onError(): void {
    this.#errors += 1;
  }

  onEnd(result: FullResult): void {
    const tally: Tally = { passed: 0, failed: this.#errors, skipped: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const reason = test.annotations.find((annotation) => annotation.type === "skip" || annotation.type === "fixme");
      const outcome = test.outcome();
      if (outcome === "flaky") console.log(`passed at the second try: ${test.titlePath().slice(1).join(" > ")}`);
      if (outcome === "expected" || outcome === "flaky") tally.passed += 1;
      else if (outcome !== "skipped") tally.failed += 1;
      else if (reason !== undefined) {
        tally.skipped.push({
          name: test.titlePath().slice(1).join(" > "),
          reason: reason.description ?? "no reason given",
        });
      } else tally.failed += 1; // not run: the run was cut short
    }
    if (result.status !== "passed" && tally.failed === 0) tally.failed = 1;
    writeTally(tally);
  }

  printsToStdio(): boolean {
    return false;
  }
}
