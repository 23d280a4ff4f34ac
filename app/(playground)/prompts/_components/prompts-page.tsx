"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { InspectorButton } from "#components/shell/top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { useCatalogue } from "#components/use-catalogue.ts";
import type { ChatRun } from "#lib/playground/chat/chat-run.ts";
import { PromptsStage } from "./prompts-stage.tsx";

const Inspector = dynamic(() => import("#components/inspector/inspector.tsx").then((module) => module.Inspector));

const nothing = () => {};

export function PromptsPage() {
  const { signedIn } = useCatalogue();
  const [isCreating, setCreating] = useState(false);
  const [run, setRun] = useState<ChatRun>();
  const create = useCallback(() => setCreating(true), []);
  usePageKeys({ onPanel: nothing, onNew: create, onStop: () => run?.stop() });
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        newLabel="New prompt"
        onNew={create}
        topBar={
          <PlainTopBar
            title="Prompts"
            description="Keep prompts on the gateway with variables, versions and labels, and call them from code by name."
          >
            <InspectorButton />
          </PlainTopBar>
        }
        panel={null}
        inspector={(close) => (
          <Inspector
            key={run?.startedAt}
            {...(run ? { live: run.trace } : {})}
            running={run !== undefined}
            absent="Run a version to see its request and response."
            onClose={close}
          />
        )}
      >
        <PromptsStage
          ready={signedIn === true}
          isCreating={isCreating}
          onCreating={setCreating}
          run={run}
          onRun={setRun}
        />
      </AppShell>
    </QueryClientProvider>
  );
}
