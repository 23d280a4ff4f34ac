import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongFilesFirst from "./tests/support/long-files-first.ts";

// Many tests start processes: Node keeps for all what it has compiled for one.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

export default defineConfig({
  test: {
    // Processes, not threads: the tests change the environment and the working directory, and load native modules.
    pool: "forks",
    // Many wait for processes of their own or for one another's: two would leave a processor of two idle now and then.
    maxWorkers: 3,
    // Starting a process for each of hundreds of files, and loading the same modules in it, took longer than many of them.
    isolate: false,
    setupFiles: ["tests/support/restore-globals.ts"],
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 15_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: ["tests/store/shared-postgres.ts"],
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/{routes,sdk,e2e,perf}/**"],
        },
      },
      {
        test: {
          name: "routes",
          sequence: { groupOrder: 1 },
          include: ["tests/{routes,sdk}/**/*.test.ts"],
          globalSetup: ["tests/support/next-build.ts"],
        },
      },
    ],
  },
});
