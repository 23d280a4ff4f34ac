"use client";

import dynamic from "next/dynamic";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Model } from "#lib/playground/models/models.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { PanelZone } from "../shell/panel-zone.tsx";

const ChatParameterPanel = dynamic(() =>
  import("../parameters/chat-parameter-panel.tsx").then((module) => module.ChatParameterPanel),
);

/** Parameters of the open chat. */
export function ParameterZone({
  dialect,
  model,
  modelId,
  problems,
  reveal,
}: {
  dialect: TextDialect;
  model: Model | undefined;
  modelId: string | undefined;
  problems: Record<string, string>;
  reveal?: { name: string; count: number };
}) {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  return (
    <PanelZone>
      {(close) => (
        <ChatParameterPanel
          settings={settings}
          dialect={dialect}
          model={model}
          modelId={modelId ?? "No models"}
          problems={problems}
          reveal={reveal}
          onChange={chat.changeSettings}
          onClose={close}
        />
      )}
    </PanelZone>
  );
}
