"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback } from "react";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { gatewayQueries } from "../gateway-queries.ts";
import { useCatalogue } from "../use-catalogue.ts";
import { AppShell } from "./app-shell.tsx";
import { PlainTopBar } from "./plain-top-bar.tsx";
import { usePageKeys } from "./use-page-keys.ts";

const AdminNeeded = dynamic(() => import("./admin-needed.tsx").then((module) => module.AdminNeeded));

const nothing = () => {};

/** Page for admins: its title and contents, or what others read in its place. */
export function AdminPage({
  title,
  description,
  refusal,
  action,
  children,
}: {
  title: string;
  description: string;
  /** Title that people without the admin scope see. */
  refusal: string;
  /** Shown to admins at the right of the title. */
  action?: ReactNode;
  /** @param admin whether the page knows that an admin is signed in; false at first */
  children: (admin: boolean) => ReactNode;
}) {
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
          <PlainTopBar title={title} description={description}>
            {admin && action}
          </PlainTopBar>
        }
        panel={null}
      >
        {session && !admin ? <AdminNeeded title={refusal} session={session} /> : children(admin)}
      </AppShell>
    </QueryClientProvider>
  );
}
