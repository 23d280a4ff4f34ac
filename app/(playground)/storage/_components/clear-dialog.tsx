"use client";

import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  AGES,
  type Age,
  formatItems,
  formatSize,
  KIND_WORDS,
} from "#app/(playground)/storage/_model/describe-storage.ts";
import { clearStorage, previewClear, STORAGE_QUERY } from "#app/(playground)/storage/_model/storage-api.ts";
import { Button } from "#components/ui/button.tsx";
import { DialogButtons } from "#components/ui/dialog-buttons.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { Select } from "#components/ui/select.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { useNow } from "#components/use-now.ts";
import type { ClearableKind } from "#lib/contract/storage.ts";

/** Removes old data of a kind after a look at what that takes. */
export function ClearDialog({ kind, onClose }: { kind: ClearableKind; onClose: () => void }) {
  const client = useQueryClient();
  const now = useNow(30_000);
  const [age, setAge] = useState<Age>("30d");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { data, error, isFetching } = useQuery({
    queryKey: [...STORAGE_QUERY, kind, age],
    queryFn: ({ signal }) => previewClear(kind, age, signal),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const { label, items, effect } = KIND_WORDS[kind];
  const clear = async () => {
    setBusy(true);
    try {
      const { items: removed, clearing } = await clearStorage(kind, age);
      showToast({ title: `${clearing ? "Removing" : "Removed"} ${formatItems(kind, removed)}`, kind: "success" });
      onClose();
    } catch (failure) {
      setBusy(false);
      setProblem(failure instanceof Error ? failure.message : "Couldn’t remove the data.");
    }
    await client.invalidateQueries({ queryKey: STORAGE_QUERY });
  };
  return (
    <ModalDialog open onClose={onClose} title={`Clear ${label.toLowerCase()}`} className="w-[28rem]">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span>Remove {items[0]} older than</span>
        <Select label="Age" options={AGES} value={age} onChange={setAge} />
      </div>
      <p aria-live="polite" aria-busy={isFetching} className="min-h-6 font-medium">
        {error ? (
          <span className="text-destructive">{error.message}</span>
        ) : !data ? (
          "Counting…"
        ) : data.items === 0 ? (
          `No ${items[0]} are that old.`
        ) : (
          <>
            {formatItems(kind, data.items)}
            {data.bytes !== null && `, ${formatSize(data)}`}
            {data.oldest_at !== null && (
              <>
                , the oldest from <RelativeTime time={data.oldest_at} now={now} past />
              </>
            )}
          </>
        )}
      </p>
      <p className="text-muted-foreground">{effect} Applies to all keys. You can’t undo this.</p>
      {problem && (
        <p role="alert" className="text-destructive">
          {problem}
        </p>
      )}
      <DialogButtons cancel="Cancel" onCancel={onClose}>
        <Button
          variant="destructive"
          disabled={busy || isFetching || !data || data.items === 0}
          onClick={() => void clear()}
        >
          {data && data.items > 0 ? `Remove ${formatItems(kind, data.items)}` : "Remove"}
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
