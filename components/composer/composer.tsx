"use client";

import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ACCEPTED_FILES, takeFile } from "#lib/playground/attachments.ts";
import { type Draft, EMPTY_DRAFT, isNewDraft, loadDraft, saveDraft } from "#lib/playground/drafts.ts";
import type { Attachment } from "#lib/playground/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { IconButton } from "../ui/button.tsx";
import { useAttachRequests } from "./attach-to-message.ts";
import { AttachmentTray } from "./attachment-tray.tsx";
import { SendButton } from "./send-button.tsx";
import { useIntake } from "./use-intake.ts";

export type ComposerProps = {
  /** Under which name the unsent draft is kept. */
  draftKey: string;
  /** The newest message that the gateway has taken: a draft that equals it has done its work. */
  acceptedText?: { text: string };
  running: boolean;
  /** The request is sent and not yet taken. */
  sending: boolean;
  /** Images can be attached, and the model says that it reads them; undefined when it does not say. */
  vision?: boolean;
  /** What ArrowUp brings back into the empty field. */
  lastMessage?: string;
  placeholder: string;
  /** Small facts about the request, beside the attach button. */
  chips?: ReactNode;
  /** The model that the message goes to, beside the send button. */
  status?: ReactNode;
  onSend: (draft: Draft) => void;
  onStop: () => void;
  onFocus?: () => void;
  /** Why nothing can be sent now, for the send button. */
  blocked?: string;
};

/**
 * The message field. Its text lives here and nowhere above, so that typing costs the same under any transcript. A draft
 * is cleared only when the gateway has taken it.
 */
export function Composer({
  draftKey,
  acceptedText,
  running,
  sending,
  vision,
  lastMessage,
  placeholder,
  chips,
  status,
  onSend,
  onStop,
  onFocus,
  blocked,
}: ComposerProps) {
  const chat = useChat();
  const [draft, setLoaded] = useState<Draft>(EMPTY_DRAFT);
  /** Only what was changed here is saved: a draft that was just read must not be written over by the one before it. */
  const edited = useRef(false);
  const setDraft: typeof setLoaded = (change) => {
    edited.current = true;
    setLoaded(change);
  };
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const sent = useRef<Draft>(undefined);
  const attach = (attachment: Attachment) =>
    setDraft((current) =>
      current.attachments.some((other) => other.sha256 === attachment.sha256)
        ? current
        : { ...current, attachments: [...current.attachments, attachment] },
    );
  const { intake, problem, dragging, dropHandlers } = useIntake(async (file) => {
    const { attachment, bytes } = await takeFile(file);
    await chat.saveAttachment(attachment.sha256, bytes);
    attach(attachment);
  });
  useAttachRequests(attach);

  const loadedKey = useRef<string>(undefined);
  useEffect(() => {
    const before = loadedKey.current;
    loadedKey.current = draftKey;
    // A first message turns the new chat into a stored one: the unsent draft moves with it.
    if (before !== undefined && isNewDraft(before) && sent.current) {
      saveDraft(before, EMPTY_DRAFT);
      return;
    }
    edited.current = false;
    // What was typed before the page came to life is in the field and nowhere else.
    const early = before === undefined ? (field.current?.value ?? "") : "";
    const stored = loadDraft(draftKey);
    setLoaded(early !== "" && stored.text === "" ? { ...stored, text: early } : stored);
  }, [draftKey]);
  useEffect(() => {
    if (edited.current) saveDraft(draftKey, draft);
  }, [draftKey, draft]);
  useEffect(() => {
    if (!acceptedText || sent.current?.text !== acceptedText.text) return;
    sent.current = undefined;
    edited.current = true;
    setLoaded((current) => (current.text.trim() === acceptedText.text ? EMPTY_DRAFT : current));
  }, [acceptedText]);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "0";
    element.style.height = `${Math.min(192, element.scrollHeight)}px`;
  });

  const empty = draft.text.trim() === "" && draft.attachments.length === 0;
  const send = () => {
    if (empty || running || blocked) return;
    sent.current = { ...draft, text: draft.text.trim() };
    onSend(sent.current);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter and Backspace belong to it; 229 is Safari's word for that.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey || !event.shiftKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) {
      onStop();
    } else if (event.key === "ArrowUp" && draft.text === "" && lastMessage) {
      event.preventDefault();
      setDraft({ ...draft, text: lastMessage });
    } else if (event.key === "Backspace" && draft.text === "" && draft.attachments.length > 0) {
      event.preventDefault();
      setDraft({ ...draft, attachments: draft.attachments.slice(0, -1) });
    }
  };

  return (
    <form
      aria-label="Message"
      {...dropHandlers}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={clsx(
        "relative flex flex-col rounded-3xl border bg-card shadow-composer transition-[border-color,box-shadow] duration-150 has-[textarea:focus]:border-foreground/30",
        dragging && "border-accent border-dashed bg-accent/[0.04]",
      )}
    >
      <AttachmentTray
        attachments={draft.attachments}
        vision={vision}
        onRemove={(sha256) =>
          setDraft({ ...draft, attachments: draft.attachments.filter((other) => other.sha256 !== sha256) })
        }
      />
      {problem && (
        <p role="alert" className="px-5 pt-3 text-[13px] text-destructive">
          {problem}
        </p>
      )}
      <textarea
        ref={field}
        id="composer"
        rows={1}
        value={draft.text}
        aria-label="Message"
        placeholder={dragging ? "Drop files here" : placeholder}
        enterKeyHint="send"
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          intake(files);
        }}
        className={clsx(
          "field-sizing-content max-h-48 min-h-[52px] w-full resize-none overflow-y-auto bg-transparent px-5 pt-4 pb-1 text-base leading-6 outline-none transition-opacity",
          sending && "opacity-50",
        )}
      />
      <div className="flex items-center gap-1 px-2.5 pt-0.5 pb-2.5">
        <IconButton label="Attach images or files" className="rounded-full" onClick={() => picker.current?.click()}>
          <Plus />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          accept={ACCEPTED_FILES}
          aria-label="Choose files"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            intake([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto px-0.5 py-0.5 [scrollbar-width:none]">
          {chips}
        </div>
        {status}
        <SendButton
          running={running}
          disabled={!running && (empty || blocked !== undefined)}
          blocked={blocked}
          onStop={onStop}
        />
      </div>
    </form>
  );
}
