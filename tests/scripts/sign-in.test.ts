/** `npm run sign-in` beside a gateway that runs, and without one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { ADMIN_KEY, collectOutput, startGateway, type TestGateway } from "../support/gateway.ts";

const script = fileURLToPath(new URL("../../scripts/sign-in.ts", import.meta.url));

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node" });
});
afterAll(() => gateway?.close());

/** Runs the script with these variables only, so that nothing of the machine's own gets in. */
async function run(variables: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const { NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, [script], {
    cwd: gateway.dataDir,
    env: { NODE_ENV: "test", NODE_COMPILE_CACHE, DATA_DIR: gateway.dataDir, ...variables },
  });
  const output = collectOutput(child);
  const [status] = await once(child, "close");
  return { status, output: output() };
}
const port = () => new URL(gateway.url).port;

it("prints a link that works once", async () => {
  const { status, output } = await run({ PORT: port(), PARLANCE_ADMIN_KEY: ADMIN_KEY });
  expect({ status, output }).toEqual({
    status: 0,
    output: expect.stringMatching(
      new RegExp(`^http://localhost:${port()}/sign-in#token=[\\w-]{32}\n\\(works once, within 10 minutes\\)\n$`),
    ),
  });
  const signIn = () =>
    fetch(`${gateway.url}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token: /#token=([\w-]+)/.exec(output)?.[1] }),
    });
  expect([(await signIn()).status, (await signIn()).status]).toEqual([204, 401]);
});

it.each([
  [
    "no gateway runs there",
    async () => ({ PORT: String(await freePort()), PARLANCE_ADMIN_KEY: ADMIN_KEY }),
    /no gateway answers at http:\/\/127\.0\.0\.1:\d+; start it, or set HOST and PORT/,
  ],
  [
    "its key is another one",
    () => ({ PORT: port(), PARLANCE_ADMIN_KEY: `${ADMIN_KEY}-other` }),
    /answered with status 401: This API key is not valid/,
  ],
  ["no key has been made", () => ({ PORT: port() }), /has no admin key; start the gateway first/],
  ["the port is not known", () => ({ PORT: "0", PARLANCE_ADMIN_KEY: ADMIN_KEY }), /PORT is 0; set it/],
])("gives the reason when %s", async (_reason, variables, message) => {
  const { status, output } = await run(await variables());
  expect(status).toBe(1);
  expect(output).toMatch(message);
  expect(output).toMatch(/^sign-in: /);
  expect(output).not.toContain(ADMIN_KEY);
});
