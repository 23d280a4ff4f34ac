"use client";

import { SquarePen } from "lucide-react";
import type { ComponentProps } from "react";
import { useChatState } from "../../../../components/chat/chat-context.tsx";
import { countSettings } from "../../../../components/parameters/count-settings.ts";
import { TopBar } from "../../../../components/shell/top-bar.tsx";
import { IconButton } from "../../../../components/ui/button.tsx";

type ChatTopBarProps = Pick<ComponentProps<typeof TopBar>, "picker" | "panelOpen" | "onMenu" | "onPanel"> & {
  onNew: () => void;
};

export function ChatTopBar({ onNew, ...bar }: ChatTopBarProps) {
  const setCount = useChatState((state) => countSettings(state.session.settings));
  const title = useChatState((state) => state.session.title);
  return (
    <TopBar page="Chat" title={title === "New chat" ? "" : title} setCount={setCount} {...bar}>
      <IconButton label="New chat" keys="Alt N" tooltipSide="bottom" className="sm:hidden" onClick={onNew}>
        <SquarePen />
      </IconButton>
    </TopBar>
  );
}
