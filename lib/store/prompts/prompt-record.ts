/** Prompts as they are stored, with their versions and labels. Times are Unix milliseconds. */
import type { PromptVisibility } from "#lib/contract/stored-prompt.ts";

export type PromptRecord = {
  /** Owner: a key, a person or "admin". */
  keyId: string;
  /** `pmpt_` and random digits, or the id that an imported prompt had; unique for its owner. */
  id: string;
  /** Unique for its owner. */
  name: string;
  description: string;
  visibility: PromptVisibility;
  /** Group whose keys and people see it; null unless `visibility` is "team". */
  team: string | null;
  latestVersion: number;
  createdAt: number;
  updatedAt: number;
};

export type PromptVersionRecord = {
  keyId: string;
  promptId: string;
  version: number;
  /** JSON of a PromptDefinition. */
  definition: string;
  note: string;
  authorId: string;
  authorName: string;
  createdAt: number;
};

export type PromptLabelRecord = { keyId: string; promptId: string; label: string; version: number };

/** Principal that looks for prompts. */
export type PromptViewer = { owner: string; team?: string | undefined; seesAll: boolean };

/** Prompt with the versions that its labels name. */
export type LabelledPrompt = PromptRecord & { labels: Readonly<Record<string, number>> };

type PromptKey = Pick<PromptRecord, "keyId" | "id">;

export type PromptPosition = Pick<PromptRecord, "updatedAt" | "id">;

export type NewVersion = Pick<PromptVersionRecord, "definition" | "note" | "authorId" | "authorName">;

export type PromptChanges = Partial<Pick<PromptRecord, "name" | "description" | "visibility" | "team">>;

export type PromptStore = {
  /** Returns prompts that the viewer may read, those that changed last first. */
  list(of: {
    viewer: PromptViewer;
    limit: number;
    after?: PromptPosition | undefined;
    /** Text that the name or the description contains. */
    search?: string | undefined;
  }): Promise<LabelledPrompt[]>;
  /** Returns the viewer's own prompt of this id or name before those of the team, and these before all others. */
  find(viewer: PromptViewer, by: { id: string } | { name: string }): Promise<LabelledPrompt | undefined>;
  /**
   * Creates a prompt with its first version.
   * @returns what is taken already, and nothing is created
   * @throws GatewayError 507 over the quota of its owner, like `addVersion`
   */
  create(
    prompt: Omit<PromptRecord, "latestVersion" | "createdAt" | "updatedAt">,
    first: NewVersion,
  ): Promise<"id" | "name" | undefined>;
  /** @returns false when the owner has another prompt of the new name */
  change(of: PromptKey, changes: PromptChanges): Promise<boolean>;
  /** @returns the number of the new version; undefined when `base` is no longer the latest one, and none is added */
  addVersion(of: PromptKey, version: NewVersion & { base: number }): Promise<number | undefined>;
  /** Returns versions, the latest first, of those below `before`. */
  listVersions(
    of: PromptKey,
    query: { limit: number; before?: number | undefined },
  ): Promise<Omit<PromptVersionRecord, "definition">[]>;
  findVersion(of: PromptKey, version: number): Promise<PromptVersionRecord | undefined>;
  setLabel(of: PromptKey, label: string, version: number): Promise<void>;
  /** @returns false when there was none */
  removeLabel(of: PromptKey, label: string): Promise<boolean>;
  /** Removes a prompt with its versions and labels. */
  remove(of: PromptKey): Promise<void>;
};
