"use client";

import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useState } from "react";
import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { Announcer } from "../conversation/announcer.tsx";
import { ConversationGallery } from "../conversation/conversation-gallery.tsx";
import { useShownParameter } from "../parameters/show-parameter.ts";
import { AppShell } from "../shell/app-shell.tsx";
import { useCommands } from "../shell/use-commands.ts";
import { usePageKeys } from "../shell/use-page-keys.ts";
import { useZone } from "../shell/use-zone.ts";
import { useCatalogue } from "../use-catalogue.ts";
import { chooseModel } from "./choose-model.ts";
import { ParameterZone } from "./parameter-zone.tsx";
import { Stage } from "./stage.tsx";
import { SystemPrompt } from "./system-prompt.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";
import { TextTopBar } from "./text-top-bar.tsx";
import { useInspectorCommands } from "./use-inspector-commands.ts";

const SessionList = dynamic(() => import("../history/session-list.tsx").then((module) => module.SessionList));
const TextInspector = dynamic(() => import("./text-inspector.tsx").then((module) => module.TextInspector));

/** Layout of a text page. */
export function TextShell({ definition }: { definition: TextPageDefinition }) {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  const catalogue = useCatalogue();
  const { signedIn, models: listed, loading } = catalogue;
  const models = useMemo(() => listed.filter(definition.offers), [listed, definition]);
  const modelIds = useMemo(() => listed.map(({ id }) => id), [listed]);
  const defaultModel = definition.defaultModel(catalogue);
  const modelId = settings.model ?? defaultModel;
  const model = listed.find((candidate) => candidate.id === modelId);
  const [reveal, setReveal] = useState<{ name: string; count: number }>();
  const [panelOpen, setPanelOpen] = useZone("panel");

  const showSetting = useCallback(
    (name: string) => {
      setPanelOpen(true);
      setReveal((before) => ({ name, count: (before?.count ?? 0) + 1 }));
    },
    [setPanelOpen],
  );
  useShownParameter(({ name }) => showSetting(name));
  const togglePanel = useCallback(() => setPanelOpen(!panelOpen), [panelOpen, setPanelOpen]);
  const startNew = useCallback(() => {
    chat.startNew();
    document.querySelector<HTMLElement>("#composer")?.focus();
  }, [chat]);
  useSessionInAddress({ page: `/${definition.dialect.page}`, signedIn });
  useEffect(() => chat.setDefaultModel(defaultModel), [chat, defaultModel]);

  const running = useChatState((state) => runningTurn(state) !== undefined);
  useCommands([{ id: "stop", label: "Stop", group: "Conversation", keys: "Esc", enabled: running, run: chat.stop }]);
  useSessionCommands();
  useInspectorCommands();
  usePageKeys({ onPanel: togglePanel, onNew: startNew, onStop: chat.stop });

  const problems = definition.dialect.findProblems(settings);
  return (
    <>
      <AppShell
        sessions={<SessionList />}
        newLabel={definition.newLabel}
        onNew={startNew}
        topBar={
          <TextTopBar
            definition={definition}
            signedIn={signedIn}
            modelIds={modelIds}
            picker={{
              models,
              value: modelId,
              isDefault: settings.model === undefined && defaultModel === catalogue.defaultModel,
              loading,
              onChange: (id) => chooseModel(chat, { id, defaultModel, models: listed }),
            }}
            panelOpen={panelOpen}
            onPanel={togglePanel}
            onNew={startNew}
          />
        }
        panel={
          <ParameterZone
            dialect={definition.dialect}
            model={model}
            modelId={modelId}
            problems={problems}
            reveal={reveal}
          />
        }
        inspector={(close) => <TextInspector dialect={definition.dialect} onClose={close} />}
      >
        <SystemPrompt label={definition.dialect.systemLabel} />
        <Stage
          definition={definition}
          catalogue={catalogue}
          modelId={modelId}
          model={model}
          problems={problems}
          onShowSetting={showSetting}
        />
      </AppShell>
      <ConversationGallery />
      <Announcer />
    </>
  );
}

/**
 * Writes the open chat into the address, for reloads and bookmarks. Waits until the session is known to be signed in: a
 * changed address would cancel the redirect to the sign-in page.
 */
function useSessionInAddress({ page, signedIn }: { page: string; signedIn: boolean }): void {
  const id = useChatState((state) => state.session.id);
  const stored = useChatState(
    ({ ready, session }) => ready && session.transcript.children.root !== undefined && session.recordedAt === undefined,
  );
  const ready = useChatState((state) => state.ready);
  useEffect(() => {
    if (!ready || !signedIn) return;
    const address = stored ? `${page}?session=${id}` : page;
    if (location.pathname + location.search !== address) history.replaceState(null, "", address);
  }, [id, stored, ready, signedIn, page]);
}

/** Adds the page's own conversations to the palette, newest first. */
function useSessionCommands(): void {
  const chat = useChat();
  const sessions = useChatState((state) => state.sessions);
  const current = useChatState((state) => state.session.id);
  useCommands(
    sessions.map(({ id, title }) => ({
      id: `conversation.${id}`,
      label: title,
      group: "Conversations",
      enabled: id !== current,
      run: () => void chat.open(id),
    })),
  );
}
