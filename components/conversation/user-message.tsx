"use client";

import { Pencil } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { listUserParts } from "#lib/playground/conversation/message-parts.ts";
import type { Attachment, UserPart, UserTurn } from "#lib/playground/conversation/transcript.ts";
import { useChat, useChatState, useIsDemoRun } from "../chat/chat-context.tsx";
import { AttachmentThumb } from "../composer/attachment-thumb.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { MessageMenuButton } from "./message-menu-button.tsx";
import { type VersionProps, VersionSwitch } from "./version-switch.tsx";

/** A user message: a bubble on the right. Its actions are in the gap below, so that showing them moves nothing. */
export function UserMessage({ turn, ...versions }: VersionProps & { turn: UserTurn }) {
  const [editing, setEditing] = useState(false);
  const recorded = useIsDemoRun();
  const busy = useChatState((state) => Object.keys(state.runs).length > 0);
  if (editing) return <UserEditor turn={turn} onClose={() => setEditing(false)} />;
  return (
    <article aria-label="You" className="group/message relative flex animate-rise flex-col items-end gap-1.5">
      {toRuns(listUserParts(turn)).map((run, index) =>
        typeof run === "string" ? (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a sent message does not change.
            key={index}
            className="max-w-[85%] whitespace-pre-wrap break-words rounded-[20px] rounded-br-md bg-bubble px-4 py-2.5 text-[15px] leading-6"
          >
            {run}
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sent message does not change.
          <div key={index} className="flex max-w-[85%] flex-wrap justify-end gap-2">
            {run.map((attachment) => (
              <AttachmentThumb key={attachment.sha256} attachment={attachment} size={200} />
            ))}
          </div>
        ),
      )}
      <div className="absolute top-full right-0 flex items-center pt-0.5 opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:static pointer-coarse:-mb-3 pointer-coarse:pt-0 pointer-coarse:opacity-100">
        <VersionSwitch {...versions} />
        {/* For fingers the menu alone is shown, which has both. */}
        <span className={recorded ? "contents" : "contents pointer-coarse:hidden"}>
          <CopyButton label="Copy message" size="small" text={() => turn.text} />
        </span>
        {!recorded && (
          <>
            <IconButton
              label="Edit message"
              size="small"
              className="pointer-coarse:hidden"
              disabled={busy}
              data-edit={turn.id}
              onClick={() => setEditing(true)}
            >
              <Pencil />
            </IconButton>
            <MessageMenuButton turn={turn} versionCount={versions.versionCount} />
          </>
        )}
      </div>
    </article>
  );
}

/** Groups the parts: texts, and the files between them side by side. */
function toRuns(parts: readonly UserPart[]): (string | Attachment[])[] {
  const runs: (string | Attachment[])[] = [];
  for (const part of parts) {
    const open = runs.at(-1);
    if (part.type === "text") runs.push(part.text);
    else if (Array.isArray(open)) open.push(part.attachment);
    else runs.push([part.attachment]);
  }
  return runs;
}

function UserEditor({ turn, onClose }: { turn: UserTurn; onClose: () => void }) {
  const chat = useChat();
  const [text, setText] = useState(turn.text);
  const composing = useRef(false);
  const send = () => {
    if (text.trim() === "" && turn.attachments.length === 0) return;
    void chat.edit(turn.id, text.trim());
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || composing.current) return;
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send();
  };
  return (
    <div className="rounded-[20px] border bg-card p-3 focus-within:border-foreground/30">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to type here.
        autoFocus
        aria-label="Edit message"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.setSelectionRange(text.length, text.length)}
        className="field-sizing-content max-h-80 min-h-12 w-full resize-none bg-transparent px-1.5 text-base leading-6 outline-none"
      />
      <div className="flex items-center justify-between gap-2 pt-1">
        <p className="pl-1.5 text-muted-foreground text-xs">The old version is saved.</p>
        <span className="flex gap-1.5">
          <Button size="small" variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" variant="primary" onClick={send}>
            Send
          </Button>
        </span>
      </div>
    </div>
  );
}
