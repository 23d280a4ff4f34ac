/** Vitest reporter: counts, and the reasons of skipped tests, which vitest's own JSON leaves out. */
import type { Reporter, TestModule } from "vitest/node";
import { type Tally, writeTally } from "./tally.ts";

export default class VitestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tally: Tally = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that cannot be loaded, or a hook that throws, has errors of its own and perhaps no test.
      tally.failed += module.errors().length;
      for (const suite of module.children.allSuites()) tally.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === "passed") tally.passed += 1;
        else if (result.state === "failed") tally.failed += 1;
        else tally.skipped.push({ name: test.fullName, reason: noteOf(result) ?? "no reason given" });
      }
    }
    writeTally(tally);
  }
}

function noteOf(result: object): string | undefined {
  return "note" in result && typeof result.note === "string" ? result.note : undefined;
}
