"use client";

import { ChevronRight, Unplug } from "lucide-react";
import { useId, useState } from "react";
import type { McpServer } from "#lib/contract/mcp.ts";
import { toConnectable } from "#lib/playground/tools/connected/connected-tool.ts";
import { Button } from "../ui/button.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { McpItems } from "./mcp-items.tsx";
import { PromptList } from "./prompt-list.tsx";
import { ResourceList } from "./resource-list.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { type Choices, ToolChoices } from "./tool-choices.tsx";

const VIEWS = [
  { value: "tools", label: "Tools" },
  { value: "resources", label: "Resources" },
  { value: "prompts", label: "Prompts" },
] as const;

/** One MCP server; each of its lists is read when it is shown first. */
export function ServerEntry({
  server: { id, description, transport },
  onClose,
  onRemove,
  ...choices
}: Choices & {
  server: McpServer;
  onClose: () => void;
  /** Absent for a server of the config file. */
  onRemove?: () => void;
}) {
  const [open, setOpen] = useState(false);
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("tools");
  const region = useId();
  const count = Object.values(choices.connected).filter((runner) => "server" in runner && runner.server === id).length;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-3 py-2 text-left text-[13px] -outline-offset-2 pointer-coarse:py-3"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 shrink-0 text-muted-foreground transition-transform motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
        />
        <span className="truncate font-mono">{id}</span>
        <span className="min-w-0 flex-1 truncate text-muted-foreground text-xs">{description}</span>
        {count > 0 && <span className="text-muted-foreground text-xs">{count} connected</span>}
      </button>
      {open && (
        <div id={region} className="flex flex-col gap-2 border-t px-3 py-2">
          <Segmented label={`Parts of ${id}`} options={VIEWS} value={view} onChange={setView} />
          {view === "tools" && (
            <McpItems server={id} kind="tools">
              {(tools) => <ToolChoices tools={tools.map((tool) => toConnectable(id, tool))} {...choices} />}
            </McpItems>
          )}
          {view === "resources" && <ResourceList server={id} />}
          {view === "prompts" && <PromptList server={id} onClose={onClose} />}
          {transport === "http" && <SignOutButton server={id} />}
          {onRemove && (
            <p className="flex flex-wrap items-center gap-2 border-t pt-2 text-muted-foreground text-xs">
              <Button size="small" variant="ghost" disabled={count > 0} onClick={onRemove}>
                <Unplug aria-hidden /> Disconnect server
              </Button>
              {count > 0 && "Switch its tools off first."}
            </p>
          )}
        </div>
      )}
    </>
  );
}
