"use client";

import { SquarePen } from "lucide-react";
import type { ComponentProps } from "react";
import { useChatState } from "../chat/chat-context.tsx";
import { countSettings } from "../parameters/count-settings.ts";
import { TopBar } from "../shell/top-bar.tsx";
import { IconButton } from "../ui/button.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";

type TextTopBarProps = Pick<ComponentProps<typeof TopBar>, "picker" | "panelOpen" | "onMenu" | "onPanel"> & {
  definition: TextPageDefinition;
  onNew: () => void;
};

export function TextTopBar({ definition, onNew, ...bar }: TextTopBarProps) {
  const setCount = useChatState((state) => countSettings(state.session.settings));
  const title = useChatState((state) => state.session.title);
  return (
    <TopBar page={definition.name} title={title === "New chat" ? "" : title} setCount={setCount} {...bar}>
      <IconButton label={definition.newLabel} keys="Alt N" tooltipSide="bottom" className="sm:hidden" onClick={onNew}>
        <SquarePen />
      </IconButton>
    </TopBar>
  );
}
