/** Folder and tags of a conversation. */
import { CONVERSATION_LIMITS } from "#lib/contract/stored-conversation.ts";
import type { ChatSession } from "./history.ts";

/** `folder` is empty outside of folders. */
export type Filing = { folder: string; tags: readonly string[] };

/** Returns a name that the gateway takes for a folder or tag: one line without commas; empty when nothing is left. */
export function toLabel(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\s*[\p{Cc},]+\s*/gu, " ")
    .trim();
  return line.slice(0, CONVERSATION_LIMITS.folder).toWellFormed().trim();
}

/** Returns the names that the gateway takes, each once. */
export function toTags(names: readonly string[]): string[] {
  const tags = new Set(names.map(toLabel).filter((tag) => tag !== ""));
  return [...tags].slice(0, CONVERSATION_LIMITS.tags);
}

export const readFiling = ({ folder = "", tags = [] }: Pick<ChatSession, "folder" | "tags">): Filing => ({
  folder: toLabel(folder),
  tags: toTags(tags),
});

/** Returns the fields of a conversation, which are absent when they are empty. */
export const toFields = ({ folder, tags }: Filing): Pick<ChatSession, "folder" | "tags"> => ({
  ...(folder !== "" && { folder }),
  ...(tags.length > 0 && { tags }),
});

/**
 * Applies what both sides have changed since `base`. Where both have changed the folder, the first wins. Without a base
 * nothing counts as removed.
 */
export function mergeFilings(first: Filing, second: Filing, base: Filing = { folder: "", tags: [] }): Filing {
  const wasThere = (tag: string) => base.tags.includes(tag);
  const isKept = (tag: string, other: Filing) => other.tags.includes(tag) || !wasThere(tag);
  return {
    folder: first.folder === base.folder ? second.folder : first.folder,
    tags: toTags(
      [...first.tags.filter((tag) => isKept(tag, second)), ...second.tags.filter((tag) => isKept(tag, first))].sort(),
    ),
  };
}

/** Returns the names of all folders and tags in use, sorted. */
export function listLabels(sessions: readonly Pick<ChatSession, "folder" | "tags">[]): {
  folders: string[];
  tags: string[];
} {
  const sort = (names: Iterable<string>) => [...new Set(names)].sort((one, other) => one.localeCompare(other));
  return {
    folders: sort(sessions.flatMap(({ folder }) => folder || [])),
    tags: sort(sessions.flatMap(({ tags = [] }) => tags)),
  };
}

/** Folder or tag to which a list is limited; without both it shows all. */
export type FilingFilter = { folder?: string; tag?: string };

export function matchesFilter({ folder, tags }: Pick<ChatSession, "folder" | "tags">, filter: FilingFilter): boolean {
  if (filter.folder !== undefined) return folder === filter.folder;
  return filter.tag === undefined || tags?.includes(filter.tag) === true;
}
