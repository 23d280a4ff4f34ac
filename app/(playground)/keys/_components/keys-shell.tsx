"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useState } from "react";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { Button } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { ApiKey } from "#lib/contract/api-key.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import type { OpenDialog } from "./key-dialog.tsx";
import type { KeyActions } from "./key-menu.tsx";
import { KeysStage } from "./keys-stage.tsx";
import { useToggle } from "./use-toggle.ts";

const CreateKeyDialog = dynamic(() => import("./create-key-dialog.tsx").then((module) => module.CreateKeyDialog));
const KeyDialog = dynamic(() => import("./key-dialog.tsx").then((module) => module.KeyDialog));
const AdminOnly = dynamic(() => import("./admin-only.tsx").then((module) => module.AdminOnly));

const nothing = () => {};

export function KeysShell() {
  const { session } = useCatalogue();
  const router = useRouter();
  const admin = isAdmin(session);
  const [creating, setCreating] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const toggle = useToggle();
  const actions = useMemo<KeyActions>(() => {
    const open = (kind: OpenDialog["kind"]) => (apiKey: ApiKey) => setDialog({ kind, apiKey });
    return { edit: open("edit"), rotate: open("rotate"), revoke: open("revoke"), toggle };
  }, [toggle]);
  const startNew = useCallback(() => {
    if (admin) setCreating(true);
    else router.push("/chat");
  }, [admin, router]);
  usePageKeys({ onPanel: nothing, onNew: startNew, onStop: nothing });
  useEffect(() => {
    if (!admin || !new URLSearchParams(location.search).has("create")) return;
    // Removed from the address, so that a reload does not open the dialog again.
    history.replaceState(null, "", location.pathname);
    setCreating(true);
  }, [admin]);
  return (
    <>
      <AppShell
        sessions={null}
        newLabel={session && !admin ? "New chat" : "Create key…"}
        onNew={startNew}
        topBar={
          <PlainTopBar
            title="Keys"
            description={
              <>
                Create a separate key for each app or person to track its usage, limit it and revoke it on its own. The
                admin key isn’t listed here. It is set by <code className="font-mono text-xs">PARLANCE_ADMIN_KEY</code>{" "}
                or stored in <code className="font-mono text-xs">.data/admin-key</code>.
              </>
            }
          >
            {admin && (
              <Button variant="primary" onClick={startNew}>
                <Plus aria-hidden />
                Create key
              </Button>
            )}
          </PlainTopBar>
        }
        panel={null}
      >
        {session && !admin ? (
          <AdminOnly session={session} />
        ) : (
          <KeysStage ready={admin} onCreate={startNew} actions={actions} />
        )}
      </AppShell>
      {creating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {dialog && <KeyDialog {...dialog} ownId={session?.keyId} onClose={() => setDialog(undefined)} />}
    </>
  );
}
