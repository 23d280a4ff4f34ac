/** The libraries of OpenTelemetry cost no time and no memory where nothing is exported. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";

const SCRIPT = `
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (found.url.includes("/@opentelemetry/")) loaded.add(found.url.split("/@opentelemetry/")[1].split("/")[0]);
      return found;
    },
  });
  const { loadSettings } = await import("#lib/config/load-settings.ts");
  const { createServices } = await import("#lib/gateway/assembly/create-services.ts");
  const services = await createServices(loadSettings(process.env, { file: {} }));
  await services.close();
  console.log(JSON.stringify([...loaded]));
`;

function listLoaded(environment: Record<string, string>): string[] {
  const dataDir = mkdtempSync(join(tmpdir(), "parlance-loaded-"));
  try {
    const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", SCRIPT];
    const env = { NODE_ENV: "production" as const, PATH: process.env.PATH, DATA_DIR: dataDir, ...environment };
    return JSON.parse(execFileSync(process.execPath, args, { env, encoding: "utf8" }));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

it.each([
  ["without an address", {}],
  ["when it is disabled", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" }],
])("loads nothing of the SDK %s", { timeout: 60_000 }, (_, environment) => {
  // The API is a dependency of prom-client.
  expect(listLoaded(environment as Record<string, string>).filter((name) => name !== "api")).toEqual([]);
});

it("loads it with an address", { timeout: 60_000 }, () => {
  expect(listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toContain("sdk-trace");
});
