/**
 * Prompts: finds the stored prompt that a request calls. Found ones, and names that nobody has, are cached until an
 * instance changes a prompt, so that a call does not wait for the store.
 */
import { LRUCache } from "lru-cache";
import { LATEST, PRODUCTION, type PromptDefinition } from "#lib/contract/stored-prompt.ts";
import { errors } from "#lib/http/errors.ts";
import type { LabelledPrompt, PromptStore, PromptViewer } from "#lib/store/prompts/prompt-record.ts";
import { getOwner, type Principal } from "./principal.ts";

/** Prompt that a request names, and its version: a number, a label, or undefined for the usual one. */
export type PromptReference = { name: string; version: string | undefined };

export type FoundPrompt = { id: string; name: string; version: number; definition: PromptDefinition };

export type Prompts = {
  /**
   * Returns undefined when no prompt that the principal may use has this name or id.
   * @throws GatewayError 404 for a version or label that the prompt lacks
   */
  find(principal: Principal, reference: PromptReference): Promise<FoundPrompt | undefined>;
  /** Reads all prompts again at their next use: an instance has changed some. */
  forget(): void;
  /** Does the same on all instances, after a change by this one. */
  noteChange(): void;
};

type Cached = { found: FoundPrompt | undefined | "no-version"; bytes: number };

/** Limit on the bytes of all cached prompts. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Bytes of an entry beside its definition. */
const OVERHEAD = 500;

export function createPrompts({ store, announce }: { store: PromptStore; announce: () => void }): Prompts {
  const cache = new LRUCache<string, Cached>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  let changes = 0;

  async function read(viewer: PromptViewer, { name, version }: PromptReference): Promise<Cached> {
    const prompt = (await store.find(viewer, { id: name })) ?? (await store.find(viewer, { name }));
    if (!prompt) return { found: undefined, bytes: OVERHEAD };
    const number = findVersionNumber(prompt, version);
    const row = number === undefined ? undefined : await store.findVersion(prompt, number);
    if (!row) return { found: "no-version", bytes: OVERHEAD };
    const definition = JSON.parse(row.definition) as PromptDefinition;
    const found = { id: prompt.id, name: prompt.name, version: row.version, definition };
    return { found, bytes: OVERHEAD + 2 * row.definition.length };
  }

  return {
    async find(principal, reference) {
      const viewer = getPromptViewer(principal);
      const key = JSON.stringify([viewer.owner, viewer.team, viewer.seesAll, reference.name, reference.version]);
      let cached = cache.get(key);
      if (!cached) {
        const before = changes;
        cached = await read(viewer, reference);
        // A change during the read may have come after it.
        if (before === changes) cache.set(key, cached);
      }
      if (cached.found === "no-version") {
        throw errors.promptVersionNotFound({ name: reference.name, version: reference.version ?? LATEST });
      }
      return cached.found;
    },
    forget() {
      changes++;
      cache.clear();
    },
    noteChange() {
      this.forget();
      announce();
    },
  };
}

/** Returns the number of a version by its number or label; without one, of production or else the latest. */
export function findVersionNumber(
  { labels, latestVersion }: Pick<LabelledPrompt, "labels" | "latestVersion">,
  version: string | undefined,
): number | undefined {
  if (version === undefined) return labels[PRODUCTION] ?? latestVersion;
  if (version === LATEST) return latestVersion;
  if (/^\d{1,9}$/.test(version)) return Number(version);
  return Object.hasOwn(labels, version) ? labels[version] : undefined;
}

export function getPromptViewer(principal: Principal): PromptViewer {
  return {
    owner: getOwner(principal),
    team: principal.group,
    seesAll: principal.scopes.includes("admin"),
  };
}
