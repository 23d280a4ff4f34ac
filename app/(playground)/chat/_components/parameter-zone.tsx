"use client";

import dynamic from "next/dynamic";
import type { Model } from "#lib/playground/models.ts";
import { useChat, useChatState } from "../../../../components/chat/chat-context.tsx";
import { PanelZone } from "../../../../components/shell/panel-zone.tsx";

const ParameterPanel = dynamic(() =>
  import("../../../../components/parameters/parameter-panel.tsx").then((module) => module.ParameterPanel),
);

/** The parameters of the open chat. */
export function ParameterZone({
  model,
  reveal,
}: {
  model: Model | undefined;
  reveal?: { name: string; count: number };
}) {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  return (
    <PanelZone>
      {(close) => (
        <ParameterPanel
          settings={settings}
          model={model}
          reveal={reveal}
          onChange={chat.changeSettings}
          onClose={close}
        />
      )}
    </PanelZone>
  );
}
