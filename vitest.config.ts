import { defineConfig } from "vitest/config";

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
          include: ["tests/{routes,sdk}/**/*.test.ts"],
          globalSetup: ["tests/support/next-build.ts"],
        },
      },
    ],
  },
});
