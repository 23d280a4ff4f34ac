"use client";

import { Plug } from "lucide-react";
import { useRouter } from "next/navigation";
import { AppShell } from "#components/shell/app-shell.tsx";
import { PlainTopBar } from "#components/shell/plain-top-bar.tsx";
import { usePageKeys } from "#components/shell/use-page-keys.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { ModelsStage } from "./models-stage.tsx";

const nothing = () => {};

export function ModelsShell() {
  const catalogue = useCatalogue();
  const router = useRouter();
  const startChat = () => router.push("/chat");
  usePageKeys({ onPanel: nothing, onNew: startChat, onStop: nothing });
  return (
    <AppShell
      sessions={null}
      newLabel="New chat"
      onNew={startChat}
      topBar={
        <PlainTopBar
          title="Models"
          description="Every model of your providers. Prices are in US dollars per million tokens; latency and errors are those of the last hour."
        >
          <ButtonLink href="/providers">
            <Plug aria-hidden />
            Connect a provider
          </ButtonLink>
        </PlainTopBar>
      }
      panel={null}
    >
      <ModelsStage catalogue={catalogue} />
    </AppShell>
  );
}
