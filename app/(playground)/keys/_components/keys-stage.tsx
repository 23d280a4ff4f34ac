"use client";

import { KeyRound, Plus } from "lucide-react";
import { useMemo } from "react";
import type { ApiKey } from "#lib/gateway/keys/api-key.ts";
import { arrangeKeys } from "#lib/playground/keys/key-state.ts";
import { Button } from "../../../../components/ui/button.tsx";
import { ReadFailure } from "../../../../components/ui/read-failure.tsx";
import { useNow } from "../../../../components/use-now.ts";
import { KeysTable } from "./keys-table.tsx";
import { useKeys } from "./use-keys.ts";

type StageProps = {
  /** Somebody is signed in who may see them. */
  ready: boolean;
  onCreate: () => void;
  onRevoke: (key: ApiKey) => void;
};

/** All keys, or why there are none to be seen. */
export function KeysStage({ ready, onCreate, onRevoke }: StageProps) {
  const { data, error, refetch } = useKeys(ready);
  const now = useNow(30_000);
  const keys = useMemo(() => data && arrangeKeys(data, now), [data, now]);
  if (error && !keys) return <ReadFailure what="The keys" why={error.message} onRetry={() => void refetch()} />;
  if (keys?.length === 0) return <NoKeys onCreate={onCreate} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <KeysTable keys={keys} now={now} onRevoke={onRevoke} />
      {keys && (
        <p className="mx-auto max-w-[90rem] px-4 py-4 text-muted-foreground text-xs">
          The admin key is not among them: <code className="font-mono">PARLANCE_ADMIN_KEY</code> sets it, or it lies in{" "}
          <code className="font-mono">.data/admin-key</code>.
        </p>
      )}
    </div>
  );
}

function NoKeys({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center p-6 text-center">
      <span className="grid size-11 place-items-center rounded-2xl border bg-card">
        <KeyRound aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <h2 className="mt-4 font-medium text-2xl tracking-[-0.02em]">No keys yet</h2>
      <p className="mt-1.5 max-w-[30rem] text-balance text-muted-foreground">
        Give each program and each person a key of their own. Their requests and tokens are counted under its name, and
        it can be revoked without touching the others.
      </p>
      <Button variant="primary" className="mt-5" onClick={onCreate}>
        <Plus aria-hidden />
        Create the first key
      </Button>
    </div>
  );
}
