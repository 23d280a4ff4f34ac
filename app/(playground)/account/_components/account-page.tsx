"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { OwnKeys } from "./own-keys.tsx";
import { SessionList } from "./session-list.tsx";

const nothing = () => {};

/** Account of whoever is signed in: role and team, own keys of a person, and the browsers that are signed in. */
export function AccountPage() {
  const { session } = useCatalogue();
  const router = useRouter();
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  const { person } = session ?? {};
  const facts = person ? [person.email, `Role: ${person.role}`, person.team && `Team: ${person.team}`] : [];
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        onNew={startChat}
        topBar={
          <PlainTopBar
            title="Account"
            description={[session?.name, ...facts].filter(Boolean).join(" · ") || "Account"}
          />
        }
        panel={null}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-8 overflow-y-auto pb-10">
          {session && person && person.role !== "viewer" && <OwnKeys personId={person.id} />}
          {session && <SessionList session={session} />}
        </div>
      </AppShell>
    </QueryClientProvider>
  );
}
