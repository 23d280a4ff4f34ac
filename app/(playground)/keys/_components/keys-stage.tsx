"use client";

import { Plus } from "lucide-react";
import { useMemo } from "react";
import { arrangeKeys } from "#app/(playground)/keys/_model/key-state.ts";
import { Button } from "#components/ui/button.tsx";
import { NoRecords } from "#components/ui/no-records.tsx";
import { ReadFailure } from "#components/ui/read-failure.tsx";
import { KeyFigure } from "#components/ui/record-figures.tsx";
import { useNow } from "#components/use-now.ts";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import type { KeyActions } from "./key-menu.tsx";
import { KeysTable } from "./keys-table.tsx";
import { useKeys } from "./use-keys.ts";

type StageProps = {
  /** True when the signed-in user may see the keys. */
  ready: boolean;
  onCreate: () => void;
  actions: KeyActions;
};

/** All keys, or the reason that none are shown. */
export function KeysStage({ ready, onCreate, actions }: StageProps) {
  const { data, error, refetch } = useKeys(ready);
  const now = useNow(30_000);
  const keys = useMemo(() => data && arrangeKeys(data.data, now), [data, now]);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      {error && !keys ? (
        <ReadFailure what="the keys" why={error.message} onRetry={() => void refetch()} />
      ) : keys?.length === 0 ? (
        <NoKeys onCreate={onCreate} />
      ) : (
        <KeysTable keys={keys} now={now} actions={actions} />
      )}
    </div>
  );
}

function NoKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <NoRecords
      figure={<KeyFigure />}
      docs={PAGE_DOCS["/keys"] ?? "/docs"}
      title="No keys yet"
      actions={
        <Button variant="primary" onClick={onCreate}>
          <Plus aria-hidden />
          Create your first key
        </Button>
      }
    >
      You’ll see the full key only once, right after you create it.
    </NoRecords>
  );
}
