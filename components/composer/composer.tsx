"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Attachment } from "#lib/playground/conversation/transcript.ts";
import { ACCEPTED_FILES, readFileAsAttachment } from "#lib/playground/files/attachments.ts";
import { type Draft, EMPTY_DRAFT, loadDraft, saveDraft } from "#lib/playground/history/drafts.ts";
import { useChat } from "../chat/chat-context.tsx";
import { useAttachRequests } from "./attach-to-message.ts";
import { ComposerFrame } from "./composer-frame.tsx";
import { useIntake } from "./use-intake.ts";
import { useRecording } from "./use-recording.tsx";
import { useTalk } from "./use-talk.tsx";

const AttachmentTray = dynamic(() => import("./attachment-tray.tsx").then((module) => module.AttachmentTray));

export type ComposerProps = {
  /** Storage key of the unsent draft. */
  draftKey: string;
  running: boolean;
  /** Images can be attached, and the model accepts them; undefined when that is unknown. */
  vision?: boolean;
  /** The model accepts files that are no images; undefined when that is unknown. */
  acceptsFiles?: boolean;
  /** Message that ArrowUp restores into the empty field. */
  lastMessage?: string;
  placeholder: string;
  /** Facts about the request, beside the attach button. */
  chips?: ReactNode;
  /** Facts beside the send button; the draft is undefined while there is nothing to send. */
  status?: (draft: Draft | undefined) => ReactNode;
  onSend: (draft: Draft) => void;
  onStop: () => void;
  onFocus?: () => void;
  /** Reason that nothing can be sent now, for the send button. */
  blocked?: string;
};

/**
 * Message field. Its text is local state, so that the cost of typing does not depend on the transcript. Sending moves
 * the text into the conversation, which is saved at once: a message that is refused can be retried or edited there.
 */
export function Composer({
  draftKey,
  running,
  vision,
  acceptsFiles,
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
  /**
   * True after an edit here. Only edits are saved: otherwise a draft just loaded could be overwritten by the previous
   * one.
   */
  const edited = useRef(false);
  const setDraft: typeof setLoaded = (change) => {
    edited.current = true;
    setLoaded(change);
  };
  const attach = (attachment: Attachment) =>
    setDraft((current) =>
      current.attachments.some((other) => other.sha256 === attachment.sha256)
        ? current
        : { ...current, attachments: [...current.attachments, attachment] },
    );
  const intake = useIntake(async (file) => {
    const { attachment, bytes } = await readFileAsAttachment(file);
    await chat.saveAttachment(attachment.sha256, bytes);
    attach(attachment);
  });
  const recording = useRecording((file) => intake.intake([file]));
  const talk = useTalk();
  const insert = (text: string) =>
    setDraft((current) => ({ ...current, text: current.text.trim() === "" ? text : `${current.text}\n\n${text}` }));
  useAttachRequests((given) => {
    if (Array.isArray(given)) intake.intake(given);
    else if ("text" in given) insert(given.text);
    else attach(given);
  });

  const loadedKey = useRef<string>(undefined);
  // In the same commit as the change: an input event that came before a later effect would be lost to it.
  useLayoutEffect(() => {
    const before = loadedKey.current;
    loadedKey.current = draftKey;
    edited.current = false;
    // Text typed before hydration exists only in the DOM.
    const early = before === undefined ? (document.querySelector<HTMLTextAreaElement>("#composer")?.value ?? "") : "";
    const stored = loadDraft(draftKey);
    setLoaded(early !== "" && stored.text === "" ? { ...stored, text: early } : stored);
  }, [draftKey]);
  useEffect(() => {
    if (edited.current) saveDraft(draftKey, draft);
  }, [draftKey, draft]);

  const refused = draft.attachments.find((attachment) => chat.dialect.refuseFile?.(attachment));
  const empty = draft.text.trim() === "" && draft.attachments.length === 0;
  const send = () => {
    setDraft(EMPTY_DRAFT);
    // The first message gives the conversation a key of its own, so the effect would save under that one.
    saveDraft(draftKey, EMPTY_DRAFT);
    recording.clearProblem();
    onSend({ ...draft, text: draft.text.trim() });
  };
  const onKey = ({ key }: KeyboardEvent): boolean => {
    if (draft.text !== "") return false;
    const { attachments } = draft;
    if (key === "ArrowUp" && lastMessage) setDraft({ ...draft, text: lastMessage });
    else if (key === "Backspace" && attachments.length > 0)
      setDraft({ ...draft, attachments: attachments.slice(0, -1) });
    else return false;
    return true;
  };

  return (
    <>
      <ComposerFrame
        label="Message"
        fieldLabel="Message"
        value={draft.text}
        onText={(text) => setDraft({ ...draft, text })}
        placeholder={placeholder}
        files={{
          intake,
          label: "Attach images or files",
          inputLabel: "Choose files",
          accept: ACCEPTED_FILES,
          Icon: Plus,
          dropWords: "Drop files here",
        }}
        tools={
          <>
            {recording.button}
            {talk.button}
          </>
        }
        tray={
          <>
            {draft.attachments.length > 0 && (
              <AttachmentTray
                attachments={draft.attachments}
                vision={vision}
                acceptsFiles={acceptsFiles}
                refuse={chat.dialect.refuseFile}
                onRemove={(sha256) =>
                  setDraft({ ...draft, attachments: draft.attachments.filter((other) => other.sha256 !== sha256) })
                }
              />
            )}
            {recording.bar}
          </>
        }
        problems={[intake.problem, recording.problem].flatMap((problem) => problem ?? [])}
        chips={
          <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto px-0.5 py-0.5 [scrollbar-width:none]">
            {chips}
          </div>
        }
        status={status?.(empty ? undefined : draft)}
        running={running}
        empty={empty}
        blocked={recording.bar ? "Stop the recording first" : refused ? `Remove ${refused.name} first` : blocked}
        onSend={send}
        onStop={onStop}
        onKey={onKey}
        onFocus={onFocus}
      />
      {talk.dialog}
    </>
  );
}
