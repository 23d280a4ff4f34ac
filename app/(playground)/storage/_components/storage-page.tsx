"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { AdminPage } from "#components/shell/admin-page.tsx";
import type { ClearableKind } from "#lib/contract/storage.ts";
import { StorageStage } from "./storage-stage.tsx";

const ClearDialog = dynamic(() => import("./clear-dialog.tsx").then((module) => module.ClearDialog));

export function StoragePage() {
  const [clearing, setClearing] = useState<ClearableKind>();
  return (
    <AdminPage
      title="Storage"
      description="See what this gateway stores, where, for how long and for which keys. What the playground saves in your browser alone isn’t listed here."
      refusal="Only admins can see storage"
    >
      {(admin) => (
        <>
          <StorageStage ready={admin} onClear={setClearing} />
          {clearing && <ClearDialog kind={clearing} onClose={() => setClearing(undefined)} />}
        </>
      )}
    </AdminPage>
  );
}
