/**
 * Each command of the guides for operators runs in a test: here, with the folders of this test instead of the
 * machine's, or in the file that is named. What needs a machine of its own has its reason.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { listGuideCommands } from "../support/guide-commands.ts";
import { readProjectFile } from "../support/source-files.ts";

const GUIDES = ["docs/guide/deploy.md", "docs/guide/scale.md", "docs/guide/operations.md"];
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Commands that run here, in this order. */
const RUN_HERE: { command: string; check: (ran: Ran) => void }[] = [
  ...["PARLANCE_ADMIN_KEY", "POSTGRES_PASSWORD", "S3_SECRET_ACCESS_KEY"].map((name) => ({
    command: `export ${name}="$(openssl rand -hex 24)"`,
    check: () => {},
  })),
  {
    command: "install -d -m 0750 -g parlance /etc/parlance",
    check: () => expect(mode("etc/parlance")).toBe(0o750),
  },
  {
    command: "install -m 0640 -g parlance /dev/null /etc/parlance/environment",
    check: () => expect([mode("etc/parlance/environment"), read("etc/parlance/environment")]).toEqual([0o640, ""]),
  },
  {
    command: "install -m 0644 deploy/parlance.service /etc/systemd/system/",
    check: () => expect(read("etc/systemd/system/parlance.service")).toBe(readProjectFile("deploy/parlance.service")),
  },
  ...[
    'docker exec parlance parlance keys create --name "my app"',
    'docker compose exec parlance parlance keys create --name "my app"',
    'runuser -u parlance -- env DATA_DIR=/var/lib/parlance /opt/parlance/node_modules/.bin/parlance keys create --name "my app"',
  ].map((command) => ({ command, check: ({ output }: Ran) => expect(output).toMatch(/pk_\w{20}/) })),
  {
    command: "npm run backup -- /backups/parlance-monday",
    check: () => expect(JSON.parse(read("backups/parlance-monday/backup.json"))).toMatchObject({ version: 1 }),
  },
  {
    command: "DATA_DIR=/srv/parlance npm run restore -- /backups/parlance-monday",
    check: () => expect(statSync(join(folder, "srv/parlance/parlance.db")).size).toBeGreaterThan(0),
  },
  {
    command: "npm run --silent sbom > parlance.cdx.json",
    check: () => expect(JSON.parse(read("parlance.cdx.json"))).toMatchObject({ bomFormat: "CycloneDX" }),
  },
  {
    command: "npm run --silent licences > licences.txt",
    check: () => expect(read("licences.txt")).toContain("tslib"),
  },
];

/** Files whose tests run a command, each with the place where they do. */
const RUN_ELSEWHERE: [command: string, path: string, place: string][] = [
  ["npx parlance", "tests/release/package.test.ts", 'args: [join(installed, "bin/parlance.js")]'],
  ["npm install --prefix /opt/parlance parlance", "tests/release/package.test.ts", 'const args = ["install"'],
  ["/opt/parlance/node_modules/.bin/parlance start --port 3000", "tests/scripts/cli.test.ts", '"start", "--port"'],
  ["/opt/parlance/node_modules/.bin/parlance unpack", "tests/release/package.test.ts", 'command("unpack")'],
  ["npm ci", ".github/workflows/release.yaml", "run: npm ci"],
  ["npm run package", "tests/release/shipped-files.ts", "scripts/package.ts"],
  ["npm pack ./dist/package", "tests/release/package.test.ts", '["pack", join(root, "dist/package")'],
  [
    "PARLANCE_WORKERS=4 REDIS_URL=redis://127.0.0.1:6379 npm start",
    "tests/cluster/workers.test.ts",
    "PARLANCE_WORKERS",
  ],
  ["npm start", "tests/routes/start.test.ts", '"scripts/start.ts"'],
  [
    "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318 npm start",
    "tests/gateway/telemetry/failing-collector.test.ts",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
  ],
  ['pg_dump --format=custom --file=parlance.dump "$DATABASE_URL"', "tests/scripts/backup-postgres.test.ts", "pg_dump"],
  [
    'pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" parlance.dump',
    "tests/scripts/backup-postgres.test.ts",
    "pg_restore",
  ],
];

/** Commands that not every machine can run, with the test that takes their place. */
const NOT_RUN: [command: RegExp, reason: string][] = [
  [/^docker |^hadolint /, "needs a container engine: tests/release/image.test.ts starts the files of the images"],
  [/^helm |^kubectl /, "needs a cluster: tests/deploy/deployment-files.test.ts fills the chart in"],
  [
    /^useradd |^systemctl |^journalctl |^systemd-analyze /,
    "changes the machine: tests/deploy/unit-file.ts reads the unit",
  ],
  [/^git pull$/, "changes the checkout"],
  [/^npm run audit:signatures$/, "asks the registry about each dependency"],
];

type Ran = { status: number | null; output: string };

let folder: string;
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const mode = (path: string) => statSync(join(folder, path)).mode & 0o777;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parlance-guide-"));
  for (const name of ["etc/systemd/system", "opt/parlance/node_modules/.bin", "bin", "backups", "srv"])
    mkdirSync(join(folder, name), { recursive: true });
  // The command of an installation, and of the image.
  for (const path of ["opt/parlance/node_modules/.bin/parlance", "bin/parlance"]) {
    writeFileSync(join(folder, path), `#!/bin/sh\nexec "${process.execPath}" "${root}scripts/cli.ts" "$@"\n`);
    chmodSync(join(folder, path), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command as it is, but for its folders, its user and its container. */
function run(command: string): Ran {
  const adapted = command
    .replace(/^(?:docker (?:compose )?exec parlance|runuser -u parlance --) /, "")
    .replace(" -g parlance", "")
    .replaceAll(/(?<=^|[ =])\/(?=(?:opt|etc|var|backups|srv)\/)/g, `${folder}/`)
    .replace(/> (?=\w)/, `> ${folder}/`);
  const { status, stdout, stderr } = spawnSync("sh", ["-c", adapted], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env.PATH}`, DATA_DIR: join(folder, "data") },
  });
  return { status, output: stdout + stderr };
}

test("each command of the guides is run, or has a reason why not", () => {
  const commands = new Set(GUIDES.flatMap(listGuideCommands));
  expect(commands.size).toBeGreaterThan(30);
  const here = new Set(RUN_HERE.map(({ command }) => command));
  const elsewhere = new Map(RUN_ELSEWHERE.map(([command, ...where]) => [command, where]));
  const reasonOf = (command: string) => NOT_RUN.find(([form]) => form.test(command))?.[1];
  const unknown = [...commands].filter(
    (command) => !here.has(command) && !elsewhere.has(command) && reasonOf(command) === undefined,
  );
  expect(unknown).toEqual([]);
  expect([...here, ...elsewhere.keys()].filter((command) => !commands.has(command))).toEqual([]);
  for (const [path, place] of elsewhere.values()) expect(readProjectFile(path), path).toContain(place);
  for (const command of commands) {
    if (!here.has(command) && !elsewhere.has(command)) console.log(`${command}: not run, ${reasonOf(command)}`);
  }
});

test("they do what the guides say", { timeout: 120_000 }, () => {
  for (const { command, check } of RUN_HERE) {
    const ran = run(command);
    expect(ran, command).toMatchObject({ status: 0 });
    check(ran);
  }
});

test("the image that the chart asks for has the version of the product", () => {
  const tags = listGuideCommands("docs/guide/deploy.md").flatMap((line) => /registry\.\S+:(\S+)/.exec(line)?.[1] ?? []);
  expect(tags).toEqual([packageJson.version, packageJson.version]);
});
