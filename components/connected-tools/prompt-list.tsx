"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { McpPrompt } from "#lib/contract/mcp.ts";
import { McpItems } from "./mcp-items.tsx";
import { PromptForm } from "./prompt-form.tsx";

/** Prompts of a server; one that is open has a field for each argument. */
export function PromptList({ server, onClose }: { server: string; onClose: () => void }) {
  const [open, setOpen] = useState<string>();
  return (
    <McpItems server={server} kind="prompts">
      {(prompts) => (
        <ul className="flex flex-col divide-y">
          {prompts.map((prompt) => (
            <li key={prompt.name}>
              <PromptHead
                prompt={prompt}
                open={open === prompt.name}
                onToggle={() => setOpen(open === prompt.name ? undefined : prompt.name)}
              />
              {open === prompt.name && <PromptForm server={server} prompt={prompt} onClose={onClose} />}
            </li>
          ))}
        </ul>
      )}
    </McpItems>
  );
}

function PromptHead({ prompt, open, onToggle }: { prompt: McpPrompt; open: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex w-full items-start gap-2 py-2 text-left -outline-offset-2 pointer-coarse:py-3"
    >
      <ChevronRight
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 text-muted-foreground transition-transform motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-[13px]">{prompt.title || prompt.name}</span>
        <span className="line-clamp-2 text-muted-foreground text-xs">{prompt.description}</span>
      </span>
    </button>
  );
}
