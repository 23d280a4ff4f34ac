"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { RoutesStage } from "./routes-stage.tsx";

const AdminNeeded = dynamic(() => import("#components/shell/admin-needed.tsx").then((module) => module.AdminNeeded));

const nothing = () => {};

export function RoutesShell() {
  const { session } = useCatalogue();
  const router = useRouter();
  const admin = isAdmin(session);
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <AppShell
      sessions={null}
      onNew={startChat}
      topBar={
        <PlainTopBar
          title="Routes"
          description="A route is one model name that stands for several models. When one fails before its first content, the next one responds. Edit routes in the config file: saved changes apply within seconds, without a restart."
        />
      }
      panel={null}
    >
      {session && !admin ? (
        <AdminNeeded title="Only admins can see routes" session={session} />
      ) : (
        // Requested before it is known who is signed in: a phone's network takes 300 ms to tell.
        <RoutesStage admin={admin} />
      )}
    </AppShell>
  );
}
