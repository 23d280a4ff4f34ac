"use client";

import { clsx } from "clsx";
import { ChevronRight, CopyPlus, Trash2 } from "lucide-react";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { changeTool, duplicateTool, removeTool } from "#lib/playground/tools/edit-tools.ts";
import type { FunctionTool, ToolDefinition, ToolNotation } from "#lib/playground/tools/tools.ts";
import { IconButton } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { ToolForm } from "./tool-form.tsx";

/** List of tools, each with a switch and an expandable form. */
export function ToolList({
  notation,
  tools,
  off,
  open,
  onOpen,
  onText,
  onOff,
}: {
  notation: ToolNotation;
  tools: readonly ToolDefinition[];
  /** Names of tools that are not sent; absent where every tool is. */
  off: readonly string[] | undefined;
  /** Name of the tool whose form is open. */
  open: string | undefined;
  onOpen: (name: string | undefined) => void;
  onText: (text: string) => void;
  onOff: (names: string[]) => void;
}) {
  const unsent = off ?? [];
  const change = (index: number, changes: Partial<FunctionTool>): string | undefined => {
    const { text, problem } = changeTool(tools, { index, changes }, notation);
    if (text === undefined) return problem;
    const before = tools[index]?.name ?? "";
    const { name = before } = changes;
    if (name !== before && unsent.includes(before)) onOff(unsent.map((other) => (other === before ? name : other)));
    if (name !== before) onOpen(name);
    onText(text);
  };
  if (tools.length === 0) return null;
  return (
    <ul aria-label="Tools" className="flex flex-col overflow-hidden rounded-[10px] border border-input">
      {tools.map((tool, index) => {
        const sent = !unsent.includes(tool.name);
        const opened = open === tool.name;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed.
          <li key={index} className="not-first:border-t">
            <div className="flex items-center gap-2.5 pl-3">
              {off && (
                <Switch
                  checked={sent}
                  label={`Send ${tool.name}`}
                  onChange={(next) => onOff(next ? off.filter((name) => name !== tool.name) : [...off, tool.name])}
                />
              )}
              <button
                type="button"
                aria-expanded={opened}
                onClick={() => onOpen(opened ? undefined : tool.name)}
                className={clsx(
                  "flex min-w-0 flex-1 items-center gap-1 py-1.5 pr-2.5 text-left -outline-offset-2 pointer-coarse:py-2.5",
                  !sent && "opacity-60",
                )}
              >
                <span className="flex min-w-0 flex-1 flex-col">
                  <span className={clsx("truncate font-mono text-[13px]", !sent && "line-through")}>{tool.name}</span>
                  <span className="truncate text-muted-foreground text-xs">{describeTool(tool)}</span>
                </span>
                <ChevronRight
                  aria-hidden
                  className={clsx(
                    "size-4 shrink-0 text-muted-foreground transition-transform motion-reduce:transition-none",
                    opened && "rotate-90",
                  )}
                />
              </button>
            </div>
            {opened && (
              <div className="flex flex-col gap-2 border-t border-dashed bg-foreground/[0.02] px-3 py-2.5">
                {tool.function ? (
                  <ToolForm tool={tool.function} onChange={(changes) => change(index, changes)} />
                ) : (
                  <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-[18px]">
                    {formatJson(tool.raw)}
                  </pre>
                )}
                <div className="-mx-1.5 flex justify-end">
                  {tool.function && (
                    <IconButton
                      size="small"
                      label={`Duplicate ${tool.name}`}
                      onClick={() => onText(duplicateTool(tools, index, notation))}
                    >
                      <CopyPlus />
                    </IconButton>
                  )}
                  <IconButton
                    size="small"
                    label={`Remove ${tool.name}`}
                    onClick={() => {
                      onOpen(undefined);
                      onText(removeTool(tools, index, notation));
                    }}
                  >
                    <Trash2 />
                  </IconButton>
                </div>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function describeTool({ function: own, raw }: ToolDefinition): string {
  if (!own) return raw.type === "custom" ? "Takes free text" : "Run by the provider";
  return own.description || "No description";
}
