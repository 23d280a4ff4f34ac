"use client";

import { Plus } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import type { ToolSettings } from "#lib/playground/chat/chat-settings.ts";
import { checkTools } from "#lib/playground/tools/check-tools.ts";
import { readForeignTools } from "#lib/playground/tools/convert-tools.ts";
import { addTool } from "#lib/playground/tools/edit-tools.ts";
import { hostedTemplates, TOOL_TEMPLATES } from "#lib/playground/tools/tool-templates.ts";
import { parseTools, type ToolNotation } from "#lib/playground/tools/tools.ts";
import { ConnectButton } from "../connected-tools/connect-button.tsx";
import { JsonEditor } from "../json-editor/json-editor.tsx";
import { Button } from "../ui/button.tsx";
import { ChoiceGroup, ChoiceItem, ChoiceMenu } from "../ui/choice-menu.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { ToolList } from "./tool-list.tsx";

const VIEWS = [
  { value: "list", label: "List" },
  { value: "json", label: "JSON" },
] as const;

/** Tools of the request, as a list of forms or as a JSON array. Both are views of one text. */
export function ToolsEditor({
  notation,
  text,
  off,
  problem,
  runners,
  onChange,
}: {
  notation: ToolNotation;
  text: string;
  /** Names of tools that are not sent; absent where every tool is. */
  off?: readonly string[] | undefined;
  problem?: string | undefined;
  /** Places where tools run, by their names; absent where the page cannot run any. */
  runners?: ToolSettings["toolRunners"];
  onChange: (changes: Partial<ToolSettings>) => void;
}) {
  const [view, setView] = useState<"list" | "json">("list");
  const [open, setOpen] = useState<string>();
  const [converted, setConverted] = useState<{ from: string; dropped: string[] }>();
  const { tools } = useMemo(() => parseTools(text, notation), [text, notation]);
  const check = useCallback((value: unknown) => checkTools(value, notation), [notation]);
  const blank = text.trim() === "";
  const shown = tools || blank ? view : "json";
  const foreign = useMemo(() => (problem ? readForeignTools(text, notation) : undefined), [problem, text, notation]);

  const setText = (toolsText: string) => {
    setConverted(undefined);
    onChange({ toolsText });
  };
  const add = (added: Parameters<typeof addTool>[1]) => {
    const next = addTool(tools ?? [], added, notation);
    setText(next);
    setOpen(parseTools(next, notation).tools?.at(-1)?.name);
  };
  const take = ({ text: toolsText, from, dropped }: NonNullable<typeof foreign>) => {
    onChange({ toolsText });
    setConverted({ from: from.name, dropped });
  };
  return (
    <div data-parameter="tools" className="flex flex-col gap-1.5 pt-1 pb-2">
      <div className="flex min-h-8 items-center gap-1">
        <span className="mr-auto">Tools</span>
        {(tools || blank) && (
          <ChoiceMenu
            trigger={<Button size="small" variant="ghost" className="text-muted-foreground" aria-label="Add a tool" />}
            label={
              <>
                <Plus aria-hidden /> Add
              </>
            }
          >
            <ChoiceGroup title="Your functions">
              {TOOL_TEMPLATES.map(({ label, tool }) => (
                <ChoiceItem key={label} onClick={() => add({ tool })}>
                  {label}
                </ChoiceItem>
              ))}
            </ChoiceGroup>
            {hostedTemplates(notation).length > 0 && (
              <ChoiceGroup title="Run by the provider">
                {hostedTemplates(notation).map(({ label, raw }) => (
                  <ChoiceItem key={label} onClick={() => add({ raw })}>
                    {label}
                  </ChoiceItem>
                ))}
              </ChoiceGroup>
            )}
          </ChoiceMenu>
        )}
        {runners && (tools || blank) && (
          <ConnectButton notation={notation} settings={{ toolsText: text, toolRunners: runners }} onChange={onChange} />
        )}
        <span className="w-24 shrink-0">
          <Segmented label="Tools view" options={VIEWS} value={shown} onChange={setView} />
        </span>
      </div>
      {shown === "list" && blank && (
        <div className="-mt-1.5 flex items-center gap-1 text-muted-foreground text-xs">
          None yet.{" "}
          <Button size="small" variant="ghost" onClick={() => setText(notation.example)}>
            Insert an example
          </Button>
        </div>
      )}
      {shown === "list" ? (
        <ToolList
          notation={notation}
          tools={tools ?? []}
          off={off}
          open={open}
          onOpen={setOpen}
          onText={setText}
          onOff={(toolsOff) => onChange({ toolsOff })}
        />
      ) : (
        <JsonEditor
          label="Tools as a JSON array"
          value={text}
          placeholder="Paste tool definitions from any provider or an MCP server."
          problem={problem}
          check={check}
          onChange={setText}
          onPaste={(pasted, whole) => {
            const read = whole ? readForeignTools(pasted, notation) : undefined;
            if (read) take(read);
            return read !== undefined;
          }}
        />
      )}
      {foreign && (
        <p className="text-muted-foreground text-xs">
          These tools are in {foreign.from.name} format.{" "}
          <button type="button" className="text-accent hover:underline" onClick={() => take(foreign)}>
            Convert to {notation.name}
          </button>
        </p>
      )}
      {converted && (
        <div role="status" className="text-muted-foreground text-xs">
          Converted from {converted.from}.
          {converted.dropped.map((lost) => (
            <span key={lost} className="block text-warning">
              Ignored: {lost}
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
