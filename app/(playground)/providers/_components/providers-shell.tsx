"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { findPreset } from "#app/(playground)/providers/_model/provider-form.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { Provider } from "#lib/contract/provider.ts";
import type { ProviderPreset } from "#lib/contract/provider-presets.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { CONNECT_SECTION } from "./preset-cards.tsx";
import { ProvidersStage } from "./providers-stage.tsx";

const ConnectDialog = dynamic(() => import("./connect-dialog.tsx").then((module) => module.ConnectDialog));
const DisconnectDialog = dynamic(() => import("./disconnect-dialog.tsx").then((module) => module.DisconnectDialog));
const AdminNeeded = dynamic(() => import("#components/shell/admin-needed.tsx").then((module) => module.AdminNeeded));

const nothing = () => {};

type OpenDialog =
  | { kind: "connect"; preset: ProviderPreset }
  | { kind: "edit"; provider: Provider }
  | { kind: "disconnect"; provider: Provider };

export function ProvidersShell() {
  const { session } = useCatalogue();
  const router = useRouter();
  const admin = isAdmin(session);
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = useCallback(() => setDialog(undefined), []);
  const connect = useCallback((preset: ProviderPreset) => setDialog({ kind: "connect", preset }), []);
  const showPresets = useCallback(() => {
    if (!admin) return router.push("/chat");
    const section = document.getElementById(CONNECT_SECTION);
    section?.scrollIntoView({ behavior: "smooth", block: "start" });
    section?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }, [admin, router]);
  usePageKeys({ onPanel: nothing, onNew: showPresets, onStop: nothing });
  useEffect(() => {
    const preset = new URLSearchParams(location.search).get("connect");
    if (!admin || preset === null) return;
    // Removed from the address, so that a reload does not open the dialog again.
    history.replaceState(null, "", location.pathname);
    if (preset) connect(findPreset(preset));
  }, [admin, connect]);
  return (
    <>
      <AppShell
        sessions={null}
        newLabel={session && !admin ? "New chat" : "Connect a provider…"}
        onNew={showPresets}
        topBar={
          <PlainTopBar
            title="Providers"
            description="A provider is any API that serves models. Connect one with its key, and its models are available at once. Keys are stored encrypted on this gateway and are never shown again."
          >
            {admin && (
              <ButtonLink href="/doctor" prefetch={false} className="max-sm:hidden">
                Try a server
              </ButtonLink>
            )}
            {admin && (
              <Button variant="primary" onClick={showPresets}>
                <Plus aria-hidden />
                Connect a provider
              </Button>
            )}
          </PlainTopBar>
        }
        panel={null}
      >
        {session && !admin ? (
          <AdminNeeded title="Only admins can manage providers" session={session} />
        ) : (
          <ProvidersStage
            ready={admin}
            onConnect={connect}
            onEdit={(provider) => setDialog({ kind: "edit", provider })}
            onDisconnect={(provider) => setDialog({ kind: "disconnect", provider })}
          />
        )}
      </AppShell>
      {dialog?.kind === "connect" && <ConnectDialog preset={dialog.preset} onClose={close} />}
      {dialog?.kind === "edit" && (
        <ConnectDialog preset={findPreset(dialog.provider.preset)} provider={dialog.provider} onClose={close} />
      )}
      {dialog?.kind === "disconnect" && <DisconnectDialog provider={dialog.provider} onClose={close} />}
    </>
  );
}
