"use client";

import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useChat, useChatState } from "../chat/chat-context.tsx";

const SystemPromptField = dynamic(() =>
  import("../parameters/system-prompt-field.tsx").then((module) => module.SystemPromptField),
);

/** Row above the conversation with the instructions of the API; unfolds to their field. */
export function SystemPrompt({ label }: { label: string }) {
  const chat = useChat();
  const system = useChatState((state) => state.session.settings.system);
  const [open, setOpen] = useState(false);
  const isRecorded = useChatState((state) => state.session.recordedAt !== undefined);
  if (isRecorded) return null;
  return (
    <section aria-label={label} className="until-restored shrink-0 border-b print:hidden">
      <div className="mx-auto w-full max-w-[46rem] px-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex h-9 w-full items-center gap-2 rounded-lg px-2 text-left text-[13px] text-muted-foreground -outline-offset-2 hover:text-foreground pointer-coarse:h-11"
        >
          <ChevronRight aria-hidden className={`size-3.5 shrink-0 transition-transform ${open ? "rotate-90" : ""}`} />
          {system === "" ? (
            `Add ${/^[AEIOU]/.test(label) ? "" : "a "}${label.toLowerCase()}`
          ) : (
            <>
              <span className="font-medium text-foreground">{label}</span>
              {!open && <span className="truncate">{system.trim().split("\n", 1)}</span>}
            </>
          )}
        </button>
        {open && (
          <div className="px-2 pb-3">
            <SystemPromptField label={label} value={system} autoFocus onChange={chat.changeSettings} />
          </div>
        )}
      </div>
    </section>
  );
}
