"use client";

import { useState } from "react";
import { loadDefaultPreset, saveDefaultPreset } from "#lib/playground/parameters/saved-settings.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { type BuiltInPreset, PresetsDialog, type StandardPreset } from "./presets-dialog.tsx";

/** Presets of a text page, one of which can be used for new conversations. */
export function SessionPresets({ builtIn, onClose }: { builtIn: readonly BuiltInPreset[]; onClose: () => void }) {
  const chat = useChat();
  const { page } = chat.dialect;
  const current = useChatState((state) => state.session.settings);
  const [standard] = useState(
    (): StandardPreset => ({
      read: () => loadDefaultPreset(page)?.id,
      save: (preset) => saveDefaultPreset(page, preset),
    }),
  );
  return (
    <PresetsDialog
      rules={chat.dialect}
      current={current}
      builtIn={builtIn}
      standard={standard}
      onApply={chat.changeSettings}
      onClose={onClose}
    />
  );
}
