"use client";

import { Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ToolSettings } from "#lib/playground/chat/chat-settings.ts";
import type { ConnectableTool } from "#lib/playground/tools/connected/connected-tool.ts";
import { addTool, removeTool } from "#lib/playground/tools/edit-tools.ts";
import { parseTools, type ToolNotation } from "#lib/playground/tools/tools.ts";
import { Button } from "../ui/button.tsx";

const ConnectDialog = dynamic(() => import("./connect-dialog.tsx").then((module) => module.ConnectDialog));

/** Button of the tools editor that connects tools which the page runs. */
export function ConnectButton({
  notation,
  settings: { toolsText, toolRunners = {} },
  onChange,
}: {
  notation: ToolNotation;
  settings: ToolSettings;
  onChange: (changes: Partial<ToolSettings>) => void;
}) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const tools = () => parseTools(toolsText, notation).tools ?? [];
  const names = new Set(tools().map(({ name }) => name));
  // A tool that was removed or renamed in the list is no longer connected.
  const connected = Object.fromEntries(Object.entries(toolRunners).filter(([name]) => names.has(name)));
  const connect = ({ tool, runner }: ConnectableTool) => {
    const next = addTool(tools(), { tool }, notation);
    const name = parseTools(next, notation).tools?.at(-1)?.name;
    if (name !== undefined) onChange({ toolsText: next, toolRunners: { ...connected, [name]: runner } });
  };
  const disconnect = (name: string) => {
    const { [name]: _removed, ...rest } = connected;
    const index = tools().findIndex((tool) => tool.name === name);
    onChange({ toolsText: removeTool(tools(), index, notation), toolRunners: rest });
  };
  return (
    <>
      <Button
        size="small"
        variant="ghost"
        className="text-muted-foreground"
        onClick={() => {
          setWasOpen(true);
          setOpen(true);
        }}
      >
        <Plug aria-hidden /> Connect
      </Button>
      {wasOpen && (
        <ConnectDialog
          open={open}
          onClose={() => setOpen(false)}
          connected={connected}
          onConnect={connect}
          onDisconnect={disconnect}
        />
      )}
    </>
  );
}
