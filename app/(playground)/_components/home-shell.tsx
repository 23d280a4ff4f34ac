"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback } from "react";
import { AppShell } from "#components/shell/app-shell.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { Wordmark } from "#components/shell/wordmark.tsx";

/** Page skeleton around content rendered on the server. */
export function HomeShell({ children }: { children: ReactNode }) {
  const router = useRouter();
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <AppShell
      sessions={null}
      onNew={startChat}
      topBar={
        <header className="flex h-14 shrink-0 items-center border-b px-4 sm:hidden">
          <Wordmark />
        </header>
      }
      panel={null}
    >
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </AppShell>
  );
}

function nothing(): void {}
