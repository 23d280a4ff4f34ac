"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Suspense, useCallback } from "react";
import { resolvePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import { readUsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { UsageFrame } from "./usage-frame.tsx";
import { UsageStage } from "./usage-stage.tsx";

const nothing = () => {};

export function UsagePage() {
  const router = useRouter();
  const startChat = useCallback(() => router.push("/chat"), [router]);
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        onNew={startChat}
        topBar={
          <PlainTopBar
            title="Usage"
            description="Usage by model, provider, key, API, group, tag and route. Cost appears where the price is known."
          />
        }
        panel={null}
      >
        <div className="min-h-0 flex-1 overflow-y-auto">
          {/* The address determines the view, and the server that renders the page does not know it. */}
          <Suspense fallback={<UsageFrame view={USUAL} period={resolvePeriod(USUAL, 0)} onChange={nothing} />}>
            <UsageStage />
          </Suspense>
        </div>
      </AppShell>
    </QueryClientProvider>
  );
}

const USUAL = readUsageView(new URLSearchParams());
