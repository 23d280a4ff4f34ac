"use client";

import dynamic from "next/dynamic";
import { Suspense, useState } from "react";
import { activeSyncs, describeSync } from "#lib/playground/history/sync/sync-status.ts";
import { useChat } from "../chat/chat-context.tsx";
import { useStore } from "../use-store.ts";

const GatewayFileDialog = dynamic(() => import("./gateway-file-dialog.tsx").then((module) => module.GatewayFileDialog));
const TrashDialog = dynamic(() => import("./trash-dialog.tsx").then((module) => module.TrashDialog));

const LINK = "underline underline-offset-2 hover:text-foreground pointer-coarse:min-h-10";

/** Says whether the conversations of this page are on the gateway; nothing where they stay in the browser. */
export function SyncLine() {
  const { page } = useChat().dialect;
  const sync = useStore(activeSyncs, (syncs) => syncs[page]);
  const [dialog, setDialog] = useState<"trash" | "file">();
  if (!sync) return null;
  const { problem } = sync;
  const states = Object.values(sync.states);
  return (
    <div className="px-2.5 text-muted-foreground text-xs">
      <p role="status">{describeSync(sync)}</p>
      <div className="flex gap-3">
        <button type="button" onClick={() => setDialog("trash")} className={LINK}>
          Trash
        </button>
        <button type="button" onClick={() => setDialog("file")} className={LINK}>
          Export and import
        </button>
      </div>
      {/* The buttons stay in sight, and the one that was pressed keeps the focus, while a dialog is loaded. */}
      <Suspense>
        {dialog === "trash" && <TrashDialog onRestored={() => void sync.sync()} onClose={() => setDialog(undefined)} />}
        {dialog === "file" && (
          <GatewayFileDialog onImported={() => void sync.sync()} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
      {states.includes("failed") && problem && <p>{problem}</p>}
    </div>
  );
}
