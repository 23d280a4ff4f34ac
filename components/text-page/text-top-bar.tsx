"use client";

import { CodeXml, SquarePen } from "lucide-react";
import dynamic from "next/dynamic";
import { type ComponentProps, useMemo, useState } from "react";
import { useChatState } from "../chat/chat-context.tsx";
import { type MenuEntry, useMenuEntries } from "../more-menu/use-menu-entries.ts";
import { countSettings } from "../parameters/count-settings.ts";
import { TopBar } from "../shell/top-bar.tsx";
import { IconButton } from "../ui/button.tsx";
import { ApiSwitch } from "./api-switch.tsx";
import { SessionMenu } from "./session-menu.tsx";
import type { TextPageDefinition } from "./text-page-definition.ts";

const TextCodeDialog = dynamic(() => import("./text-code-dialog.tsx").then((module) => module.TextCodeDialog));

type TextTopBarProps = Pick<ComponentProps<typeof TopBar>, "picker" | "panelOpen" | "onPanel"> & {
  definition: TextPageDefinition;
  signedIn: boolean;
  /** IDs of all models that the gateway lists, including those that this page does not offer. */
  modelIds: readonly string[];
  onNew: () => void;
};

export function TextTopBar({ definition, signedIn, modelIds, onNew, ...bar }: TextTopBarProps) {
  const setCount = useChatState((state) => countSettings(state.session.settings));
  const title = useChatState((state) => state.session.title);
  const [code, setCode] = useState<"never" | "open" | "closed">("never");
  const entries = useMemo(
    (): MenuEntry[] => [
      {
        id: "code",
        label: "Show code",
        group: "Share",
        keywords: "curl python javascript sdk copy",
        run: () => setCode("open"),
      },
    ],
    [],
  );
  useMenuEntries(entries);
  return (
    <TopBar
      page={definition.name}
      start={<ApiSwitch page={definition.dialect.page} model={bar.picker.value} />}
      title={title === "New chat" ? "" : title}
      setCount={setCount}
      {...bar}
    >
      {/* On phones this is in the menu, because the model's name needs the space. */}
      <IconButton label="Show code" tooltipSide="bottom" className="max-sm:hidden" onClick={() => setCode("open")}>
        <CodeXml />
      </IconButton>
      {code !== "never" && (
        <TextCodeDialog
          prompt={definition.demos[0]?.prompts[0] ?? "Hello"}
          open={code === "open"}
          onClose={() => setCode("closed")}
        />
      )}
      <IconButton label={definition.newLabel} keys="Alt+N" tooltipSide="bottom" className="sm:hidden" onClick={onNew}>
        <SquarePen />
      </IconButton>
      <SessionMenu definition={definition} signedIn={signedIn} modelId={bar.picker.value} modelIds={modelIds} />
    </TopBar>
  );
}
