/** The Dockerfile as data: its stages, and what a stage's image has. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Instruction = { name: string; text: string };
export type Stage = { name: string; base: string; instructions: Instruction[] };

/** Reads the instructions, without comments, and with continued lines as one. */
export function readStages(root: string): Stage[] {
  const lines = readFileSync(join(root, "Dockerfile"), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, " ")
    .split("\n");
  const stages: Stage[] = [];
  for (const line of lines) {
    const [, name = "", text = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    const [, base = "", stage = ""] = name === "FROM" ? (/^(\S+) AS (\S+)$/.exec(text) ?? []) : [];
    if (name === "FROM") stages.push({ name: stage, base, instructions: [] });
    else if (name !== "") stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

export type Copy = {
  /** Path in the repository, after `npm run package -- --images`. */
  from: string;
  /** Path in the image. */
  to: string;
  owner: number;
};

export type Image = {
  copies: Copy[];
  environment: Record<string, string>;
  user: number;
  folder: string;
  volumes: string[];
  /** ENTRYPOINT and CMD. */
  command: string[];
  health: string[];
};

/** Puts a stage together with the stages that it is based on. */
export function readImage(stages: readonly Stage[], name: string): Image {
  const stage = stages.find((candidate) => candidate.name === name);
  if (stage === undefined) throw new Error(`The Dockerfile has no stage ${name}.`);
  const isOwn = stages.some((candidate) => candidate.name === stage.base);
  const image: Image = isOwn
    ? readImage(stages, stage.base)
    : { copies: [], environment: {}, user: 0, folder: "/", volumes: [], command: [], health: [] };
  let entry = image.command.slice(0, -1);
  for (const { name: instruction, text } of stage.instructions) {
    if (instruction === "ENV") Object.assign(image.environment, readVariables(text));
    else if (instruction === "COPY") image.copies.push(readCopy(text));
    else if (instruction === "USER") image.user = Number.parseInt(text, 10);
    else if (instruction === "WORKDIR") image.folder = text;
    else if (instruction === "VOLUME") image.volumes.push(...JSON.parse(text));
    else if (instruction === "ENTRYPOINT") entry = JSON.parse(text);
    else if (instruction === "CMD") image.command = [...entry, ...JSON.parse(text)];
    else if (instruction === "HEALTHCHECK") image.health = JSON.parse(text.slice(text.indexOf("[")));
    else if (instruction !== "EXPOSE") throw new Error(`The test does not know ${instruction}.`);
  }
  return image;
}

function readVariables(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]));
}

function readCopy(text: string): Copy {
  const [, owner, from = "", to = ""] = /^--from=build (?:--chown=(\d+):\d+ )?\/source\/(\S+) (\S+)$/.exec(text) ?? [];
  if (from === "") throw new Error(`The test does not know COPY ${text}.`);
  return { from, to, owner: Number(owner ?? 0) };
}
