/** Files that deploy Parlance: they parse, follow the rules of their tools, and name what exists. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { readImage, readStages } from "../release/dockerfile.ts";
import { composeFile } from "./compose-file.ts";
import { renderTemplate } from "./helm-template.ts";
import { kubernetesObject } from "./kubernetes-objects.ts";
import { readUnitFile, unitFile } from "./unit-file.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A document of YAML, whose fields the assertions check. */
type Manifest = ReturnType<typeof parse>;

const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Variables that the product reads, and those of the object store. */
const KNOWN_VARIABLES = new Set([
  ...[...read("docs/guide/configuration.md").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
  ...["NODE_ENV", "S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
]);

/** Read by libraries and not by Parlance. */
const OF_THE_SYSTEM = new Set(["HOME", "LD_LIBRARY_PATH", "MALLOC_ARENA_MAX"]);

function expectKnown(names: Iterable<string>): void {
  expect([...names].filter((name) => !KNOWN_VARIABLES.has(name) && !OF_THE_SYSTEM.has(name))).toEqual([]);
}

/** Problems of a file with the rules of its tool, each with its field. */
function listProblems(schema: z.ZodType, content: unknown): string[] {
  const { error } = schema.safeParse(content);
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

describe("Dockerfile", () => {
  const stages = readStages(root);
  const images = stages.slice(-2).map(({ name }) => readImage(stages, name));

  it("ends with the image with pages, so that it is built unless another is named", () => {
    expect(stages.map(({ name }) => name)).toEqual(["build", "base", "headless", "pages"]);
  });

  it("follows the rules of hadolint that matter here", () => {
    const text = read("Dockerfile");
    for (const { base } of stages) {
      const isOwn = stages.some(({ name }) => name === base);
      // DL3006, DL3007: a tag, and not the latest.
      if (!isOwn) expect(base).toMatch(/:(?!latest)[\w.-]+$/);
    }
    // DL3002, DL3020, DL3025, DL4000, DL3009, DL3014, DL3015, DL3059.
    expect(stages.at(1)?.instructions.findLast(({ name }) => name === "USER")?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(text).not.toMatch(/^(?:ADD|MAINTAINER|SHELL) /m);
    for (const [, form] of text.matchAll(/^(?:CMD|ENTRYPOINT|VOLUME) (.)/gm)) expect(form).toBe("[");
    expect(text).toMatch(/apt-get install --yes --no-install-recommends[^&]*\\\n\s*&& rm -rf \/var\/lib\/apt\/lists/);
    // DL3016: versions come from the lock file.
    expect(text).not.toMatch(/npm (?:install|i) /);
    expect(text).not.toMatch(/\bsudo\b|\bcurl\b|\bwget\b/);
    expectKnown(images.flatMap(({ environment }) => Object.keys(environment)));
  });

  it("has instructions and flags that Docker knows, with values of their form", () => {
    const forms: Record<string, RegExp> = {
      FROM: /^\S+( AS [a-z]+)?$/,
      RUN: /^[a-z]/,
      WORKDIR: /^\/\S*$/,
      COPY: /^(--(from|chown)=\S+ )*\S+( \S+)+$/,
      ENV: /^(\w+=\S+\s*)+$/,
      VOLUME: /^\["\/\S+"\]$/,
      EXPOSE: /^\d{1,5}$/,
      USER: /^\d+:\d+$/,
      HEALTHCHECK: /^(--(interval|timeout|start-period)=\d+s |--retries=\d+ )+\s*CMD \[".*"\]$/,
      ENTRYPOINT: /^\[".*"\]$/,
      CMD: /^\[".*"\]$/,
    };
    const instructions = stages.flatMap((stage) => stage.instructions);
    expect(instructions.length).toBeGreaterThan(10);
    expect(instructions.filter(({ name, text }) => !forms[name]?.test(text.trim()))).toEqual([]);
    // Each line begins an instruction, goes on with one, or is a comment or empty.
    const lines = read("Dockerfile").replaceAll(/\\\n/g, " ").split("\n");
    expect(lines.filter((line) => !/^(#.*|[A-Z]+ .*|)$/.test(line))).toEqual([]);
    // DL3024: names of stages are unique. DL3022: COPY --from names a stage.
    expect(new Set(stages.map(({ name }) => name)).size).toBe(stages.length);
    const sources = instructions.flatMap(({ text }) => /--from=(\S+)/.exec(text)?.[1] ?? []);
    expect(sources.filter((source) => !stages.some(({ name }) => name === source))).toEqual([]);
  });

  it("sends to the builder what it needs, and no more", () => {
    const sent = read(".dockerignore")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    expect(sent.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    const sources = /const SOURCES = \[([^\]]*)\]/.exec(read("scripts/build.ts"))?.[1]?.match(/"([^"]+)"/g) ?? [];
    expect(sources.length).toBeGreaterThan(5);
    const needed = sources.map((name) => JSON.parse(name).split("/")[0]);
    expect(needed.filter((name) => !sent.includes(name))).toEqual([]);
  });
});

describe("compose.yaml", () => {
  const { services, volumes } = parse(read("compose.yaml"));

  it("follows the specification of Compose", () => {
    expect(listProblems(composeFile, parse(read("compose.yaml")))).toEqual([]);
    const misspelt = { services: { parlance: { image: "parlance", restarts: "always" } }, volumes: {} };
    expect(listProblems(composeFile, misspelt)).toEqual([expect.stringContaining("services.parlance")]);
  });

  it("starts Parlance after what it stores its data in", () => {
    expect(Object.keys(services)).toEqual(["parlance", "postgres", "redis", "s3", "bucket"]);
    for (const name of Object.keys(services.parlance.depends_on)) expect(services).toHaveProperty(name);
    expectKnown(Object.keys(services.parlance.environment));
    expect(services.parlance).toMatchObject({ read_only: true, cap_drop: ["ALL"], build: { target: "pages" } });
  });

  it("names images with a version, volumes that exist, and no secret", () => {
    const text = read("compose.yaml");
    for (const { image } of Object.values<{ image: string }>(services))
      expect(image).toMatch(/^parlance$|:(?!latest)\S+$/);
    const mounted = Object.values<{ volumes?: string[] }>(services).flatMap((service) => service.volumes ?? []);
    expect(mounted.map((mount) => mount.split(":")[0]).toSorted()).toEqual(Object.keys(volumes).toSorted());
    for (const [, value] of text.matchAll(/(?:PASSWORD|SECRET_ACCESS_KEY|ADMIN_KEY): (.*)$/gm))
      expect(value).toMatch(/^\$\{\w+:\?/);
  });
});

describe("the Helm chart", () => {
  const folder = "deploy/helm/parlance";
  const values = parse(read(`${folder}/values.yaml`));
  const chart = parse(read(`${folder}/Chart.yaml`));

  function render(changes: Record<string, unknown> = {}): Manifest[] {
    const scope = {
      Values: { ...values, ...changes },
      Chart: { ...chart, AppVersion: chart.appVersion },
      Release: { Name: "gateway" },
    };
    return globSync(`${folder}/templates/*.yaml`, { cwd: root }).flatMap((file) =>
      parseAllDocuments(renderTemplate(read(file), scope)).flatMap((document) => {
        if (document.errors.length > 0) throw new Error(`${file}: ${document.errors[0]?.message}`);
        if (document.contents === null) return [];
        const manifest = document.toJS();
        const problems = listProblems(kubernetesObject, manifest);
        if (problems.length > 0) throw new Error(`${file}: ${problems.join("; ")}`);
        return [manifest];
      }),
    );
  }
  const kindsOf = (documents: Manifest[]) => documents.map(({ kind }) => kind).toSorted();

  it("is refused by the check of its objects when a field is misspelt or has a wrong value", () => {
    const [service] = render().filter(({ kind }) => kind === "Service");
    expect(listProblems(kubernetesObject, { ...service, specs: {} })).toHaveLength(1);
    expect(listProblems(kubernetesObject, { ...service, spec: { ...service.spec, type: "Balancer" } })).toHaveLength(1);
    expect(() => render({ resources: { limits: { memory: "1 GB" } } })).toThrow("a quantity");
    expect(() => render({ replicas: "two" })).toThrow("spec.replicas");
  });

  it("has the version of the product", () => {
    expect([chart.version, chart.appVersion]).toEqual([packageJson.version, packageJson.version]);
  });

  it("renders a deployment that runs without rights, and is asked for its health", () => {
    const documents = render();
    expect(kindsOf(documents)).toEqual(["ConfigMap", "Deployment", "PersistentVolumeClaim", "Secret", "Service"]);
    const { spec } = documents.find(({ kind }) => kind === "Deployment")?.spec.template ?? {};
    const [container] = spec.containers;
    const image = readImage(readStages(root), "pages");
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: image.user, fsGroup: image.user });
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container.livenessProbe.httpGet.path).toBe("/healthz");
    expect(container.image).toBe(`parlance:${packageJson.version}`);
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toContain(image.volumes[0]);
    const mounts = container.volumeMounts.map(({ name }: { name: string }) => name).toSorted();
    expect(mounts).toEqual(spec.volumes.map(({ name }: { name: string }) => name).toSorted());
    expectKnown(container.env.map(({ name }: { name: string }) => name));
  });

  it("renders several replicas with autoscaling, a disruption budget, and secrets of the operator's", () => {
    const documents = render({
      autoscaling: { ...values.autoscaling, enabled: true },
      disruptionBudget: { ...values.disruptionBudget, enabled: true },
      persistence: { ...values.persistence, enabled: false },
      existingSecret: "vault",
      environment: { REDIS_URL: "redis://redis:6379", PORT_NOTE: 'a "quoted" value' },
      config: { aliases: { fast: "openai/gpt" } },
    });
    expect(kindsOf(documents)).toEqual([
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "PodDisruptionBudget",
      "Service",
    ]);
    const find = (kind: string) => documents.find((document) => document.kind === kind);
    const deployment = find("Deployment")?.spec;
    expect(deployment).not.toHaveProperty("replicas");
    expect(deployment).not.toHaveProperty("strategy");
    const [container] = deployment.template.spec.containers;
    expect(container.envFrom).toEqual([{ secretRef: { name: "vault" } }]);
    expect(container.env).toContainEqual({ name: "PORT_NOTE", value: 'a "quoted" value' });
    expect(JSON.parse(find("ConfigMap")?.data["parlance.config.json"])).toEqual({ aliases: { fast: "openai/gpt" } });
    expect(find("HorizontalPodAutoscaler")?.spec.scaleTargetRef.name).toBe(find("Deployment")?.metadata.name);
    expect(find("PodDisruptionBudget")?.spec.selector).toEqual(deployment.selector);
    expect(find("Service")?.spec.selector).toEqual(deployment.selector.matchLabels);
  });

  it("keeps one replica on a volume of its own", () => {
    const documents = render({
      persistence: { ...values.persistence, existingClaim: "mine", storageClassName: "fast" },
    });
    expect(kindsOf(documents)).not.toContain("PersistentVolumeClaim");
    const deployment = documents.find(({ kind }) => kind === "Deployment")?.spec;
    expect(deployment.strategy).toEqual({ type: "Recreate" });
    expect(deployment.template.spec.volumes[0]).toEqual({ name: "data", persistentVolumeClaim: { claimName: "mine" } });
  });
});

describe("the systemd unit", () => {
  const unit = read("deploy/parlance.service");

  it("names variables that exist, and starts the command of the package", () => {
    const [, variables = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
    expectKnown(variables.split(" ").map((text) => text.split("=", 1)[0] ?? ""));
    expect(unit).toMatch(/^ExecStart=\/opt\/parlance\/node_modules\/\.bin\/parlance start$/m);
    expect(unit).toMatch(/^User=(?!root)/m);
  });

  it("has directives that systemd knows, each in its section and with a value of its form", () => {
    expect(listProblems(unitFile, readUnitFile(unit))).toEqual([]);
    const misspelt = readUnitFile(unit.replace("PrivateTmp=yes", "PrivateTemp=yes"));
    expect(listProblems(unitFile, misspelt).join()).toContain("PrivateTemp");
  });

  it("passes systemd's own check", (context) => {
    const { error, stderr } = spawnSync("systemd-analyze", ["verify", join(root, "deploy/parlance.service")], {
      encoding: "utf8",
    });
    if (error) context.skip("no systemd-analyze here");
    // The command exists where the service is installed.
    expect(stderr.split("\n").filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([]);
  });
});

describe("the workflows", () => {
  const files = globSync(".github/workflows/*.yaml", { cwd: root });

  it.each(files)("%s uses actions of one version, with few rights, and scripts that exist", (file) => {
    const workflow = parse(read(file));
    expect(workflow.permissions).toEqual({ contents: "read" });
    const jobs = Object.values<{ steps: { uses?: string; run?: string }[]; "timeout-minutes": number }>(workflow.jobs);
    for (const { steps, "timeout-minutes": minutes } of jobs) {
      expect(minutes).toBeGreaterThan(0);
      for (const { uses, run = "" } of steps) {
        if (uses) expect(uses).toMatch(/^[\w-]+\/[\w-]+@(?:v\d+\.\d+\.\d+|[0-9a-f]{40})$/);
        for (const [, script = ""] of run.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
          expect(packageJson.scripts).toHaveProperty(script);
        if (run.startsWith(".ci/")) expect(existsSync(join(root, run))).toBe(true);
      }
    }
  });

  it("build every image of the Dockerfile at a tag", () => {
    const { jobs } = parse(read(".github/workflows/release.yaml"));
    const targets = jobs.images.strategy.matrix.include.map(({ target }: { target: string }) => target);
    expect(targets.toSorted()).toEqual(
      readStages(root)
        .slice(-2)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

it("the changelog begins with the version of the product", () => {
  expect(/^## (\S+),/m.exec(read("CHANGELOG.md"))?.[1]).toBe(packageJson.version);
});

describe("docs/guide/deploy.md", () => {
  const guide = read("docs/guide/deploy.md");

  it("names commands, options, files and values that exist", async () => {
    const { COMMANDS } = await import("#scripts/commands/all-commands.ts");
    const helps = await Promise.all(COMMANDS.map(async ({ name, load }) => [name, (await load()).usage] as const));
    const usage = new Map(helps);
    for (const { name } of COMMANDS) expect(guide).toContain(`\`parlance ${name}`);
    for (const [, option = ""] of guide.matchAll(/`(--[a-z-]+)`(?=,| and| replace)/g))
      expect(usage.get("start")).toContain(option);
    for (const [, command = "", action = ""] of guide.matchAll(/\bparlance (keys|config) ([a-z]+)/g))
      expect(usage.get(command)).toContain(action);
    for (const [, script = ""] of guide.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(packageJson.scripts).toHaveProperty([script]);
    for (const file of ["compose.yaml", "deploy/helm/parlance", "deploy/parlance.service", "CHANGELOG.md"]) {
      expect(guide).toContain(file);
      expect(existsSync(join(root, file))).toBe(true);
    }
    const values = parse(read("deploy/helm/parlance/values.yaml"));
    const [, section = ""] = /## Run it on Kubernetes\n(.*?)\n## /s.exec(guide) ?? [];
    for (const [, row = ""] of section.matchAll(/^\| (`[a-zA-Z`, ]+) \| [^|]+ \|$/gm)) {
      for (const [, name = ""] of row.matchAll(/`([a-zA-Z]+)`/g)) expect(values).toHaveProperty(name);
    }
  });

  it("exports every secret that compose.yaml asks for", () => {
    for (const [, name = ""] of read("compose.yaml").matchAll(/\$\{(\w+):\?/g))
      expect(guide).toContain(`export ${name}=`);
  });
});
