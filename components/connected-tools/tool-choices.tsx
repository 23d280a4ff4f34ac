"use client";

import type { ToolRunner } from "#lib/playground/chat/chat-settings.ts";
import { type ConnectableTool, describeRunner, isSameRunner } from "#lib/playground/tools/connected/connected-tool.ts";
import { Switch } from "../ui/switch.tsx";

export type Choices = {
  /** Places where the tools of the request run, by their names. */
  connected: Readonly<Record<string, ToolRunner>>;
  onConnect: (tool: ConnectableTool) => void;
  onDisconnect: (name: string) => void;
};

/** Tools, each with a switch that adds it to the request. */
export function ToolChoices({
  tools,
  connected,
  onConnect,
  onDisconnect,
}: Choices & { tools: readonly ConnectableTool[] }) {
  return (
    <ul className="flex flex-col">
      {tools.map((entry) => {
        const name = Object.entries(connected).find(([, runner]) => isSameRunner(runner, entry.runner))?.[0];
        return (
          <li key={describeRunner(entry.runner)} className="flex items-start gap-2.5 py-1.5 pointer-coarse:py-2.5">
            <Switch
              checked={name !== undefined}
              label={`Connect ${entry.tool.name}`}
              onChange={() => (name === undefined ? onConnect(entry) : onDisconnect(name))}
            />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-mono text-[13px]">{entry.tool.name}</span>
              <span className="line-clamp-2 text-muted-foreground text-xs">{entry.tool.description}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
