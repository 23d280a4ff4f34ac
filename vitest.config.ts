import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Each file has a process of its own, many start servers: Node keeps for all what it has compiled for one.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

export default defineConfig({
  test: {
    // One process a file: the tests start servers, change the environment and load native modules.
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/{routes,sdk,e2e,perf}/**"],
        },
      },
      {
        test: {
          name: "routes",
          // They wait for one another's processes, so that two leave a processor of two idle half of the time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: ["tests/{routes,sdk}/**/*.test.ts"],
          globalSetup: ["tests/support/next-build.ts"],
        },
      },
    ],
  },
});
