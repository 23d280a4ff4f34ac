/** Global set-up of the unit tests: one Postgres for all files, started when the first of them asks for it. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { startPostgres, type TestPostgres } from "./start-postgres.ts";

/** Its `postgres://` URL, or the reason why there is none to use, or why it did not start. */
export type SharedPostgres = { url: string } | { missing: string } | { failed: string };

declare module "vitest" {
  export interface ProvidedContext {
    /** The address at which the processes of the tests ask for it. */
    sharedPostgres: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<TestPostgres | string> | undefined;
  const desk = createServer(async (_request, response) => {
    started ??= startPostgres();
    const postgres: SharedPostgres = await started.then(
      (found) => (typeof found === "string" ? { missing: found } : { url: found.url }),
      (error) => ({ failed: String(error) }),
    );
    response.end(JSON.stringify(postgres));
  });
  desk.listen(0, "127.0.0.1");
  await once(desk, "listening");
  project.provide("sharedPostgres", `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.closeAllConnections();
    desk.close();
    const postgres = await started?.catch(() => undefined);
    if (typeof postgres === "object") await postgres.stop();
  };
}
