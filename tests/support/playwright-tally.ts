/** Playwright reporter: counts, what failed, and the reasons of skipped tests. */
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { type Tally, writeTally } from "./tally.ts";

export default class PlaywrightTally implements Reporter {
  #suite: Suite | undefined;
  readonly #errors: string[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  /** Errors outside any test: a spec that does not load, a server that does not start. */
  onError(error: TestError): void {
    this.#errors.push(`outside any test: ${error.message ?? error.value}`);
  }

  onEnd(result: FullResult): void {
    const failures = [...this.#errors];
    const tally: Tally = { passed: 0, failed: 0, failures, skipped: [] };
    for (const test of this.#suite?.allTests() ?? []) {
      const name = test.titlePath().slice(1).join(" > ");
      const reason = test.annotations.find((annotation) => annotation.type === "skip" || annotation.type === "fixme");
      const outcome = test.outcome();
      if (outcome === "flaky") console.log(`passed at the second try: ${name}: ${errorOf(test)}`);
      if (outcome === "expected" || outcome === "flaky") tally.passed += 1;
      else if (outcome !== "skipped") failures.push(`${name}: ${errorOf(test)}`);
      else if (reason) tally.skipped.push({ name, reason: reason.description ?? "no reason given" });
      else failures.push(`${name}: not run, for the run was cut short`);
    }
    if (result.status !== "passed" && failures.length === 0) failures.push(`the run: ${result.status}`);
    tally.failed = failures.length;
    writeTally(tally);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function errorOf(test: TestCase): string {
  const message = test.results.find(({ error }) => error)?.error?.message ?? "no error told";
  return stripVTControlCharacters(message);
}
