/** Locates the fields that a translation dropped in the client's request. */
import { fields, string } from "../dialects/json-fields.ts";

export type DroppedPlaces = {
  /** Paths in the form of `toJsonLines`. */
  paths: string[];
  /** Names that were not found, because the other dialect names them differently. */
  unplaced: string[];
};

/** Names of the same list in different dialects. Names are also in snake or camel case. */
const SAME_LIST: Record<string, string> = { contents: "messages", input: "messages", parts: "content" };

/** Other names of a parameter, normalized. A name in the header may be that of an intermediate dialect. */
const ALIASES: Record<string, readonly string[]> = {
  stopsequences: ["stop"],
  n: ["candidatecount"],
  logprobs: ["responselogprobs"],
  verbosity: ["text.verbosity"],
  modalities: ["responsemodalities"],
  reasoningeffort: ["reasoning.effort", "outputconfig.effort"],
  "outputconfig.effort": ["reasoningeffort", "reasoning.effort"],
  "outputconfig.format": ["responseformat", "text.format"],
  "reasoning.budgettokens": ["thinking.budgettokens", "thinkingconfig.thinkingbudget"],
  "thinking.budgettokens": ["reasoning.budgettokens", "thinkingconfig.thinkingbudget"],
};

/** Fields of the conversation, not searched for a bare name: their contents are not parameters. */
const CONVERSATION = new Set(["messages", "contents", "input", "system"]);

/** @param names from the header `x-gateway-dropped` */
export function placeDropped(body: unknown, names: readonly string[]): DroppedPlaces {
  const all = listPaths(body);
  const paths: string[] = [];
  const unplaced: string[] = [];
  for (const name of names) {
    const path = toolPath(body, name) ?? findPath(all, name);
    if (path === undefined) unplaced.push(name);
    else if (!paths.includes(path)) paths.push(path);
  }
  return { paths, unplaced };
}

function findPath(all: readonly string[], name: string): string | undefined {
  if (all.includes(name)) return name;
  const wanted = normalize(name);
  const names = [wanted, ...(ALIASES[wanted] ?? [])];
  const same = all.find((path) => names.includes(normalize(path)));
  if (same !== undefined || name.includes("[")) return same;
  // A bare name is searched for outside the conversation, nearest to the root first.
  return all
    .filter((path) => !CONVERSATION.has(/^\w+/.exec(path)?.[0] ?? ""))
    .filter((path) => names.some((end) => normalize(path).endsWith(`.${end}`)))
    .sort((one, other) => depth(one) - depth(other))[0];
}

/** Returns the path of the tool that `tools.<name>` names by the client's name for it. */
function toolPath(body: unknown, name: string): string | undefined {
  const wanted = /^tools\.(.+)$/.exec(name)?.[1];
  const tools = fields(body)?.tools;
  if (wanted === undefined || !Array.isArray(tools)) return undefined;
  const place = tools.findIndex((tool) => {
    const entry = fields(tool) ?? {};
    return [entry.name, fields(entry.function)?.name, entry.type].some((value) => string(value) === wanted);
  });
  return place < 0 ? undefined : `tools[${place}]`;
}

function normalize(path: string): string {
  return path
    .split(".")
    .map((part) => {
      const [name = "", ...rest] = part.split(/(?=\[)/);
      return [SAME_LIST[name] ?? name.replaceAll("_", "").toLowerCase(), ...rest].join("");
    })
    .join(".");
}

const depth = (path: string): number => path.split(/[.[]/).length;

function listPaths(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const own = Array.isArray(value) ? `${path}[${name}]` : `${path}${path === "" ? "" : "."}${name}`;
    return [own, ...listPaths(entry, own)];
  });
}
