"use client";

import { useCallback, useEffect, useState } from "react";
import { findParameterProblems } from "#lib/playground/parameters.ts";
import { useChat, useChatState } from "../../../../components/chat/chat-context.tsx";
import { SessionList } from "../../../../components/history/session-list.tsx";
import { AppShell } from "../../../../components/shell/app-shell.tsx";
import { KeyMap } from "../../../../components/shell/key-map.tsx";
import { usePageKeys } from "../../../../components/shell/use-page-keys.ts";
import { useZone } from "../../../../components/shell/use-zone.ts";
import { Announcer } from "../../../../components/thread/announcer.tsx";
import { useCatalogue } from "../../../../components/use-catalogue.ts";
import { ChatTopBar } from "./chat-top-bar.tsx";
import { ParameterZone } from "./parameter-zone.tsx";
import { Stage } from "./stage.tsx";

/** The chat page's zones, put together. */
export function ChatShell() {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  const catalogue = useCatalogue();
  const { signedIn, models, defaultModel, loading } = catalogue;
  const modelId = settings.model ?? defaultModel;
  const model = models.find((candidate) => candidate.id === modelId);
  const [reveal, setReveal] = useState<{ name: string; count: number }>();
  const [panelOpen, setPanelOpen] = useZone("panel");

  const showSetting = useCallback(
    (name: string) => {
      setPanelOpen(true);
      setReveal((before) => ({ name, count: (before?.count ?? 0) + 1 }));
    },
    [setPanelOpen],
  );
  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  const startNew = useCallback(() => {
    chat.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [chat]);
  useSessionInAddress(signedIn);
  useEffect(() => chat.setDefaultModel(defaultModel), [chat, defaultModel]);

  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: chat.stop });

  const problems = findParameterProblems(settings.parameters, settings.toolsText);
  return (
    <>
      <AppShell
        sessions={<SessionList />}
        onNew={startNew}
        topBar={(openMenu) => (
          <ChatTopBar
            picker={{
              models,
              value: modelId,
              isDefault: settings.model === undefined,
              loading,
              onChange: (id) => chat.changeSettings({ model: id }),
            }}
            panelOpen={panelOpen}
            onMenu={openMenu}
            onPanel={togglePanel}
            onNew={startNew}
          />
        )}
        panel={<ParameterZone model={model} reveal={reveal} />}
      >
        <Stage catalogue={catalogue} modelId={modelId} model={model} problems={problems} onShowSetting={showSetting} />
      </AppShell>
      <Announcer />
      <KeyMap />
    </>
  );
}

/**
 * The open chat stands in the address, so that a reload or a bookmark comes back to it. Not before it is known that
 * somebody is signed in: a changed address would cancel the way to the sign-in page.
 */
function useSessionInAddress(signedIn: boolean): void {
  const id = useChatState((state) => state.session.id);
  const stored = useChatState((state) => state.ready && state.session.transcript.children.root !== undefined);
  const ready = useChatState((state) => state.ready);
  useEffect(() => {
    if (!ready || !signedIn) return;
    const address = stored ? `/chat?session=${id}` : "/chat";
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  }, [id, stored, ready, signedIn]);
}
