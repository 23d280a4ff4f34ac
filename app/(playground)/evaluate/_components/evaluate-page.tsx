"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useState } from "react";
import type { Draft } from "#app/(playground)/evaluate/_model/draft.ts";
import { gatewayQueries } from "#components/gateway-queries.ts";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { Button } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { EvaluationList } from "./evaluation-list.tsx";

const DraftForm = dynamic(() => import("./draft-form.tsx").then((module) => module.DraftForm));
const EvaluationView = dynamic(() => import("./evaluation-view.tsx").then((module) => module.EvaluationView));

const nothing = () => {};

/** `list`, an evaluation by its id, or the form of a new one. */
type View = { kind: "list" } | { kind: "one"; id: string } | { kind: "new"; draft?: Draft };

function readView(): View {
  const id = new URLSearchParams(location.search).get("id");
  return id === null ? { kind: "list" } : { kind: "one", id };
}

export function EvaluatePage() {
  const { session, defaultModel } = useCatalogue();
  const [view, setView] = useState<View>();
  useEffect(() => {
    const read = () => setView(readView());
    // A press of "New" may come before the first read of the address.
    setView((current) => current ?? readView());
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, []);
  const open = useCallback((next: View) => {
    setView(next);
    const query = next.kind === "one" ? `?id=${encodeURIComponent(next.id)}` : "";
    history.pushState(null, "", `/evaluate${query}`);
  }, []);
  const showList = useCallback(() => open({ kind: "list" }), [open]);
  const begin = useCallback((draft?: Draft) => open(draft ? { kind: "new", draft } : { kind: "new" }), [open]);
  const startNew = useCallback(() => begin(), [begin]);
  usePageKeys({ onPanel: nothing, onNew: startNew, onStop: nothing });
  return (
    <QueryClientProvider client={gatewayQueries}>
      <AppShell
        sessions={null}
        onNew={startNew}
        topBar={
          <PlainTopBar
            title="Evaluate"
            description="Run many inputs through several models, prompts and settings, and check each response. Runs continue when you close the page."
          >
            {view?.kind !== "list" && view && (
              <Button variant="ghost" onClick={showList}>
                All evaluations
              </Button>
            )}
            <Button variant="primary" onClick={startNew}>
              <Plus aria-hidden />
              New
            </Button>
          </PlainTopBar>
        }
        panel={null}
      >
        {view?.kind === "list" && (
          <EvaluationList ready={session !== undefined} onOpen={(id) => open({ kind: "one", id })} onNew={begin} />
        )}
        {view?.kind === "new" && (
          <DraftForm
            initial={view.draft}
            defaultModel={defaultModel ?? ""}
            onCreated={(id) => open({ kind: "one", id })}
          />
        )}
        {view?.kind === "one" && session && (
          <EvaluationView key={view.id} id={view.id} onCopy={begin} onDeleted={showList} />
        )}
      </AppShell>
    </QueryClientProvider>
  );
}
