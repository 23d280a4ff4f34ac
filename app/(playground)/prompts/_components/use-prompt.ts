"use client";

import { useCallback, useEffect, useState } from "react";
import { type PromptDraft, toDefinition, toDraft, writeLines } from "#app/(playground)/prompts/_model/prompt-draft.ts";
import { saveVersion } from "#app/(playground)/prompts/_model/prompts-api.ts";
import type { PromptVersion, PromptVersionEntry, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { RequestFailed } from "#lib/playground/gateway/gateway-request.ts";
import { listVersions, readVersion } from "#lib/playground/prompts/read-prompts.ts";

export type PromptState = {
  /** Version that the draft began with; undefined while it is read. */
  base: PromptVersion | undefined;
  draft: PromptDraft | undefined;
  versions: readonly PromptVersionEntry[];
  /** Newer version that somebody else saved while this one was edited. */
  conflict: PromptVersion | undefined;
  problem: string | undefined;
  isSaving: boolean;
};

const messageOf = (failure: unknown) => (failure instanceof Error ? failure.message : "The gateway didn’t respond.");

/** State of the opened prompt: its versions, and the draft of the next one. */
export function usePrompt({ id }: Pick<StoredPrompt, "id">, onChanged: () => void) {
  const [state, setState] = useState<PromptState>({
    ...{ base: undefined, draft: undefined, versions: [], conflict: undefined },
    ...{ problem: undefined, isSaving: false },
  });
  const update = useCallback((fields: Partial<PromptState>) => setState((before) => ({ ...before, ...fields })), []);

  const open = useCallback(
    async (version: number | "latest") => {
      try {
        const [base, { data }] = await Promise.all([readVersion(id, version), listVersions(id)]);
        update({ base, draft: toDraft(base.definition), versions: data, conflict: undefined, problem: undefined });
      } catch (failure) {
        update({ problem: messageOf(failure) });
      }
    },
    [id, update],
  );
  useEffect(() => void open("latest"), [open]);

  const refresh = useCallback(async () => {
    onChanged();
    const { data } = await listVersions(id);
    update({ versions: data });
  }, [id, onChanged, update]);

  /** @param baseVersion latest version that has been seen; the edited one when absent */
  async function save(note: string, baseVersion?: number): Promise<boolean> {
    const { draft, versions } = state;
    if (!draft) return false;
    update({ isSaving: true, problem: undefined });
    try {
      const definition = toDefinition(draft);
      const base_version = baseVersion ?? versions[0]?.version ?? 1;
      const saved = await saveVersion(id, { base_version, note, definition });
      update({ base: saved, draft: toDraft(saved.definition), conflict: undefined, isSaving: false });
      await refresh();
      return true;
    } catch (failure) {
      const isConflict = failure instanceof RequestFailed && failure.failure.code === "prompt_changed";
      if (isConflict) update({ conflict: await readVersion(id, "latest"), isSaving: false });
      else update({ problem: messageOf(failure), isSaving: false });
      return false;
    }
  }

  const { base, draft } = state;
  return {
    ...state,
    isChanged: base !== undefined && draft !== undefined && isDifferent(draft, base),
    setDraft: (fields: Partial<PromptDraft>) => draft && update({ draft: { ...draft, ...fields } }),
    open,
    refresh,
    save,
  };
}

function isDifferent(draft: PromptDraft, { definition }: PromptVersion): boolean {
  try {
    return writeLines(toDefinition(draft)) !== writeLines(toDefinition(toDraft(definition)));
  } catch {
    return true;
  }
}
