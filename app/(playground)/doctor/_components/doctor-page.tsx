"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { DoctorStage } from "./doctor-stage.tsx";

const AdminNeeded = dynamic(() => import("#components/shell/admin-needed.tsx").then((module) => module.AdminNeeded));

const nothing = () => {};

export function DoctorPage() {
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
            title="Compatibility"
            description="Try a server that claims to speak the API of OpenAI, Anthropic or Google. Parlance sends live requests, shows what works, and proposes the config entry that the server deserves."
          />
        }
        panel={null}
      >
        {session && !admin ? (
          <AdminNeeded title="Only admins can try servers" session={session} />
        ) : (
          <DoctorStage ready={admin} />
        )}
      </AppShell>
    </QueryClientProvider>
  );
}
