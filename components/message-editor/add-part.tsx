"use client";

import { Paperclip, Plus, Wrench } from "lucide-react";
import { useRef } from "react";
import { addPart, callsBefore, newCallId } from "#lib/playground/conversation/message-edits.ts";
import type { MessageRole, PartContent } from "#lib/playground/conversation/message-list.ts";
import { ACCEPTED_FILES } from "#lib/playground/files/attachments.ts";
import { Button } from "../ui/button.tsx";
import { useMessageEditing } from "./editor-context.ts";

const LOOK = "text-muted-foreground hover:text-foreground pointer-coarse:h-9";

/** Buttons that add parts allowed by the message's role. */
export function AddPart({
  messageKey,
  role,
  onFiles,
}: {
  messageKey: string;
  role: MessageRole;
  onFiles: (files: File[]) => void;
}) {
  const { rules, applyEdit } = useMessageEditing();
  const picker = useRef<HTMLInputElement>(null);
  const add = (content: PartContent) =>
    applyEdit((list) => {
      const added = addPart(list, messageKey, content);
      return {
        list: added.list,
        focus: `[data-part="${added.id}"] :is(textarea, input, [data-select])`,
        say: "Part added",
      };
    });
  if (role === "system" || role === "developer") return null;
  return (
    <div className="flex flex-wrap items-center gap-0.5 px-1.5">
      {role !== "tool" && (
        <Button size="small" variant="ghost" className={LOOK} onClick={() => add({ type: "text", text: "" })}>
          <Plus aria-hidden /> Text
        </Button>
      )}
      {role === "user" && (
        <>
          <Button size="small" variant="ghost" className={LOOK} onClick={() => picker.current?.click()}>
            <Paperclip aria-hidden /> File
          </Button>
          <input
            ref={picker}
            type="file"
            multiple
            accept={ACCEPTED_FILES}
            aria-label="Choose files for this message"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
        </>
      )}
      {role === "assistant" && (
        <Button
          size="small"
          variant="ghost"
          className={LOOK}
          onClick={() =>
            add({ type: "call", call: { id: newCallId(rules), name: "", kind: "function", arguments: "{}" } })
          }
        >
          <Wrench aria-hidden /> {rules.callName}
        </Button>
      )}
      {role === "tool" && (
        <Button
          size="small"
          variant="ghost"
          className={LOOK}
          onClick={() =>
            applyEdit((list) => {
              const place = list.findIndex(({ key }) => key === messageKey);
              const call = callsBefore(list, place)[0];
              const content = { type: "result", callId: call?.id ?? "", name: call?.name ?? "", content: "" } as const;
              const added = addPart(list, messageKey, content);
              return { list: added.list, focus: `[data-part="${added.id}"] [data-select]`, say: "Part added" };
            })
          }
        >
          <Plus aria-hidden /> {rules.resultName}
        </Button>
      )}
    </div>
  );
}
