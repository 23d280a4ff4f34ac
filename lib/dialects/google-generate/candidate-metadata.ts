/** What an answer says of itself beside its parts: safety ratings, grounding, citations; vendor data of the choice. */
import type { Source } from "#lib/canonical/reply.ts";
import { isObject } from "./inline-references.ts";

type Fields = Record<string, unknown>;

/** Fields of a candidate that have a place in the vocabulary. */
export const CANDIDATE_FIELDS = new Set(["content", "index", "finishReason", "logprobsResult"]);

/** A stream says it in pieces: citations add up, of everything else the later word counts. */
export function mergeMetadata(before: Fields | undefined, next: Fields): Fields {
  const merged: Fields = { ...before };
  for (const [key, value] of Object.entries(next)) {
    const present = merged[key];
    if (!isObject(present) || !isObject(value)) merged[key] = value;
    else merged[key] = key === "citationMetadata" ? joinLists(present, value) : { ...present, ...value };
  }
  return merged;
}

function joinLists(before: Fields, next: Fields): Fields {
  const joined: Fields = { ...before };
  for (const [key, value] of Object.entries(next)) {
    const present = joined[key];
    joined[key] = Array.isArray(present) && Array.isArray(value) ? [...present, ...value] : value;
  }
  return joined;
}

/** The pages that the answer rests on. */
export function readSources(metadata: Fields | undefined): Source[] {
  const grounding = metadata?.groundingMetadata;
  const chunks = isObject(grounding) && Array.isArray(grounding.groundingChunks) ? grounding.groundingChunks : [];
  return chunks.flatMap((chunk: unknown) => {
    const web = isObject(chunk) ? (chunk.web ?? chunk.retrievedContext ?? chunk.maps) : undefined;
    if (!isObject(web)) return [];
    return [
      {
        ...(typeof web.uri === "string" ? { url: web.uri } : {}),
        ...(typeof web.title === "string" ? { title: web.title } : {}),
      },
    ];
  });
}

/** Nothing where the upstream's own words on it are at hand. */
export function writeSources(sources: Source[] | undefined, metadata: Fields | undefined): Fields {
  if (!sources || sources.length === 0 || metadata?.groundingMetadata !== undefined) return {};
  const groundingChunks = sources.map(({ url = "", title = "" }) => ({ web: { uri: url, title } }));
  return { groundingMetadata: { groundingChunks } };
}
