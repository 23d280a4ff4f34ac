/** `parlance sign-in`: prints a fresh sign-in link of the gateway that runs on this machine. */
import { z } from "zod";
import { toCommandLine } from "#lib/config/command-line.ts";
import { formatServerUrl } from "#lib/config/format-server-url.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { signInLinkSchema } from "#lib/gateway/endpoints/session/schema.ts";
import { readAdminKey } from "#lib/gateway/request/admin-key.ts";
import { type Command, runCommand, UsageError } from "./commands/command.ts";

const TIMEOUT_MS = 10_000;
const errorSchema = z.looseObject({ message: z.string() });

export const signIn: Command = {
  name: "sign-in",
  usage: `${toCommandLine("sign-in")}
  Prints a sign-in link, which works once. PORT, HOST and DATA_DIR must be those of the running gateway.`,
  async run(args) {
    if (args.length > 0) throw new UsageError(`it takes no arguments; got ${args.join(" ")}`);
    const settings = loadSettings();
    const { path, expires_at } = await createLink(settings);
    const minutes = Math.round((expires_at - Date.now()) / 60_000);
    console.log(`${formatServerUrl(settings)}${path}\n(works once, within ${minutes} minutes)`);
  },
};

async function createLink(settings: Settings): Promise<z.infer<typeof signInLinkSchema>> {
  const key = readAdminKey(settings);
  if (key === undefined)
    throw new Error(`${settings.dataDir} has no admin key; start the gateway first: ${toCommandLine("start")}`);
  if (settings.port === 0) throw new Error("PORT is 0; set it to the port on which the gateway listens");
  const address = formatServerUrl(settings, "127.0.0.1");
  const response = await fetch(`${address}/api/session/links`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    // The key is for this address alone.
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new Error(`no gateway answers at ${address}; start it, or set HOST and PORT as it has them`, {
      cause: error,
    });
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return signInLinkSchema.parse(body);
  const reason = errorSchema.safeParse(body).data?.message ?? "another program listens there";
  throw new Error(`${address} answered with status ${response.status}: ${reason}`);
}

if (import.meta.main) process.exitCode = await runCommand(signIn, process.argv.slice(2));
