/** What an answer says of itself beside its parts: safety ratings, grounding, citations; vendor data of the choice. */
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
