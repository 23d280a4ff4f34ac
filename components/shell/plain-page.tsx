"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback } from "react";
import { gatewayQueries } from "../gateway-queries.ts";
import { AppShell } from "./app-shell.tsx";
import { PlainTopBar } from "./plain-top-bar.tsx";
import { usePageKeys } from "./use-page-keys.ts";

const nothing = () => {};

/** Page without sessions, parameters or an inspector: its title and contents. */
export function PlainPage({
  title,
  description,
  action,
  children,
}: {
  title: string;
  description: string;
  /** Shown at the right of the title. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const router = useRouter();
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        onNew={startChat}
        topBar={
          <PlainTopBar title={title} description={description}>
            {action}
          </PlainTopBar>
        }
        panel={null}
      >
        {children}
      </AppShell>
    </QueryClientProvider>
  );
}
