"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { AuditStage } from "./audit-stage.tsx";

const AdminNeeded = dynamic(() => import("#components/shell/admin-needed.tsx").then((module) => module.AdminNeeded));

const nothing = () => {};

export function AuditPage() {
  const { session } = useCatalogue();
  const router = useRouter();
  const admin = isAdmin(session);
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        onNew={startChat}
        topBar={
          <PlainTopBar
            title="Audit log"
            description="See who changed what, and who signed in. Entries can’t be changed, and stay for a year unless the config file sets another time."
          >
            {admin && <ButtonLink href="/people">People</ButtonLink>}
          </PlainTopBar>
        }
        panel={null}
      >
        {session && !admin ? (
          <AdminNeeded title="Only admins can see the audit log" session={session} />
        ) : (
          <AuditStage ready={admin} />
        )}
      </AppShell>
    </QueryClientProvider>
  );
}
