"use client";

import dynamic from "next/dynamic";
import type { Model } from "#lib/playground/models.ts";
import type { TextDialect } from "#lib/playground/text-dialect.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { useRefusedParameter } from "../parameters/use-refused-parameter.ts";
import { PanelZone } from "../shell/panel-zone.tsx";

const ParameterPanel = dynamic(() =>
  import("../parameters/parameter-panel.tsx").then((module) => module.ParameterPanel),
);

/** The parameters of the open chat. */
export function ParameterZone({
  dialect,
  model,
  problems,
  reveal,
}: {
  dialect: TextDialect;
  model: Model | undefined;
  problems: Record<string, string>;
  reveal?: { name: string; count: number };
}) {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  const refused = useRefusedParameter();
  return (
    <PanelZone>
      {(close) => (
        <ParameterPanel
          settings={settings}
          dialect={dialect}
          model={model}
          problems={problems}
          reveal={reveal}
          refused={refused}
          onChange={chat.changeSettings}
          onClose={close}
        />
      )}
    </PanelZone>
  );
}
