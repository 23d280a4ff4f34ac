/** Metadata of a candidate: safety ratings, grounding, citations. It becomes vendor data of the choice. */
import { isObject } from "./inline-references.ts";

type Fields = Record<string, unknown>;

/** Fields of a candidate that have a place in the vocabulary. */
export const CANDIDATE_FIELDS = new Set(["content", "index", "finishReason", "logprobsResult"]);

/**
 * Merges a stream event's metadata into the earlier metadata, in place: citations add up, and other fields are
 * replaced.
 */
export function addMetadata(to: Fields, next: Fields): void {
  for (const [key, value] of Object.entries(next)) {
    const present = to[key];
    if (!isObject(present) || !isObject(value)) to[key] = value;
    else if (key === "citationMetadata") addLists(present, value);
    else Object.assign(present, value);
  }
}

function addLists(to: Fields, next: Fields): void {
  for (const [key, value] of Object.entries(next)) {
    const present = to[key];
    if (Array.isArray(present) && Array.isArray(value)) for (const item of value) present.push(item);
    else to[key] = value;
  }
}
