import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongFilesFirst from "./tests/support/long-files-first.ts";

// Many tests start processes: Node shares compiled code among them.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

export default defineConfig({
  test: {
    // Processes, not threads: the tests change the environment and the working directory, and load native modules.
    pool: "forks",
    // Many tests wait for processes: with two workers, one of two processors would sometimes be idle.
    maxWorkers: 3,
    // A process for each of hundreds of files, with the same modules loaded in each, took longer than many tests.
    isolate: false,
    setupFiles: ["tests/support/restore-globals.ts"],
    sequence: { sequencer: LongFilesFirst },
    testTimeout: 15_000,
    // As for the pages: a machine that stands still for a moment fails nothing. What needed it is printed at the end.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: ["tests/store/shared-postgres.ts"],
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/{routes,sdk,e2e,perf,cluster,release}/**"],
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
      {
        test: {
          name: "release",
          sequence: { groupOrder: 2 },
          include: ["tests/release/**/*.test.ts"],
          globalSetup: ["tests/release/shipped-files.ts"],
        },
      },
      {
        test: {
          name: "cluster",
          sequence: { groupOrder: 2 },
          include: ["tests/cluster/**/*.test.ts"],
          // Each file starts several gateways and servers.
          fileParallelism: false,
        },
      },
    ],
  },
});
