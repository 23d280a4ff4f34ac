/** Vitest reporter: counts, failures, and the reasons of skipped tests, which vitest's own JSON omits. */
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { type Tally, writeTally } from "./tally.ts";

export default class VitestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const failures = describe("outside any test", unhandledErrors);
    const tally: Tally = { passed: 0, failed: 0, failures, skipped: [] };
    for (const module of modules) {
      const file = module.relativeModuleId;
      // A file that cannot be loaded, or a hook that throws, has errors of its own and perhaps no test.
      failures.push(...describe(file, module.errors()));
      for (const suite of module.children.allSuites()) {
        failures.push(...describe(`${file} > ${suite.fullName}`, suite.errors()));
      }
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (test.diagnostic()?.flaky) {
          console.log(`passed at the second try: ${file} > ${test.fullName}: ${result.errors?.[0]?.message}`);
        }
        if (result.state === "passed") tally.passed += 1;
        else if (result.state === "failed") {
          failures.push(`${file} > ${test.fullName}: ${result.errors[0]?.message ?? "no error told"}`);
        } else tally.skipped.push({ name: test.fullName, reason: noteOf(result) ?? "no reason given" });
      }
    }
    tally.failed = failures.length;
    writeTally(tally);
  }
}

function describe(name: string, errors: readonly SerializedError[]): string[] {
  return errors.map(({ message }) => `${name}: ${message}`);
}

function noteOf(result: object): string | undefined {
  return "note" in result && typeof result.note === "string" ? result.note : undefined;
}
