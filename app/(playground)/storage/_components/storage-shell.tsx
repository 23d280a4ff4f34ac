"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useState } from "react";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { ClearableKind } from "#lib/contract/storage.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { StorageStage } from "./storage-stage.tsx";

const AdminNeeded = dynamic(() => import("#components/shell/admin-needed.tsx").then((module) => module.AdminNeeded));
const ClearDialog = dynamic(() => import("./clear-dialog.tsx").then((module) => module.ClearDialog));

const nothing = () => {};

export function StorageShell() {
  const { session } = useCatalogue();
  const router = useRouter();
  const admin = isAdmin(session);
  const [clearing, setClearing] = useState<ClearableKind>();
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <>
      <AppShell
        sessions={null}
        onNew={startChat}
        topBar={
          <PlainTopBar
            title="Storage"
            description="See what this gateway stores, where, for how long and for which keys. Conversations of the playground stay in your browser and aren’t listed here."
          />
        }
        panel={null}
      >
        {session && !admin ? (
          <AdminNeeded title="Only admins can see storage" session={session} />
        ) : (
          <StorageStage ready={admin} onClear={setClearing} />
        )}
      </AppShell>
      {clearing && <ClearDialog kind={clearing} onClose={() => setClearing(undefined)} />}
    </>
  );
}
