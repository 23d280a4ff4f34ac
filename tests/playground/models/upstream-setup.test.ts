import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { CONFIG_SETUPS, KEY_SETUPS } from "#lib/playground/models/upstream-setup.ts";

const folder = mkdtempSync(join(tmpdir(), "parlance-setup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["words", "images", "videos"] as const)(
  "shows working setup steps on a page without models for %s",
  (medium) => {
    const path = join(folder, `${medium}.json`);
    writeFileSync(path, CONFIG_SETUPS[medium]);
    const [server] = loadSettings({ PARLANCE_CONFIG: path }).upstreams;
    expect(medium === "words" ? server?.dialects : server?.media).toHaveLength(1);

    writeFileSync(path, "{}");
    for (const { command } of KEY_SETUPS[medium]) {
      const [variable = "", ...start] = command.split(" ");
      expect(start).toEqual(["npm", "start"]);
      const [name = "", value] = variable.split("=");
      const [vendor] = loadSettings({ PARLANCE_CONFIG: path, [name]: value }).upstreams;
      expect(vendor?.apiKey, name).toBe(value);
    }
  },
);
