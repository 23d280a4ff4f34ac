"use client";

import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { takeEarlyEnter } from "#lib/playground/shell/early-input.ts";
import { IconButton } from "../ui/button.tsx";
import { SendButton } from "./send-button.tsx";
import type { useIntake } from "./use-intake.ts";

export type ComposerFrameProps = {
  /** Accessible name of the form. */
  label: string;
  fieldLabel: string;
  value: string;
  onText: (text: string) => void;
  placeholder: string;
  /** Handles picked, pasted and dropped files; labels the attach button. */
  files: {
    intake: ReturnType<typeof useIntake>;
    label: string;
    inputLabel: string;
    accept: string;
    Icon: LucideIcon;
    dropWords: string;
  };
  /** Buttons after the attach button; low windows hide them. */
  tools?: ReactNode;
  /** Attachments above the text. */
  tray?: ReactNode;
  /** Sentences, each on its own line. */
  problems: readonly string[];
  /** Facts about the request, beside the attach button. */
  chips?: ReactNode;
  /** Content between the chips and the send button. */
  status?: ReactNode;
  running: boolean;
  /** True when there is nothing to send. */
  empty: boolean;
  /** Reason that nothing can be sent now, for the send button. */
  blocked?: string;
  sendLabel?: string;
  onSend: () => void;
  onStop: () => void;
  /** Handles keys of this composer only; returns whether the key was handled. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
  onFocus?: () => void;
  /** True while the request is in flight and its text is still in the field. */
  dimmed?: boolean;
};

/**
 * Form at the bottom of every page: a growing text field, files by picker, paste and drop, and a button to send or
 * stop.
 */
export function ComposerFrame({ files, running, empty, blocked, onSend, onStop, ...rest }: ComposerFrameProps) {
  const { intake, dragging, dropHandlers } = files.intake;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "0";
    element.style.height = `${Math.min(192, element.scrollHeight)}px`;
  });

  const send = () => {
    if (empty || running || blocked) return;
    onSend();
    // Hides the on-screen keyboard to make room for the response.
    if (matchMedia("(pointer: coarse)").matches) field.current?.blur();
  };
  const early = useRef<string>(undefined);
  useEffect(() => {
    early.current = takeEarlyEnter();
  }, []);
  useEffect(() => {
    if (!early.current || blocked) return;
    if (rest.value.trim() === early.current) send();
    // Text typed after that Enter needs an Enter of its own to be sent.
    if (!empty) early.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method is composing, Enter and Backspace belong to it. Safari signals this with key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey || !event.shiftKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) {
      onStop();
    } else if (rest.onKey?.(event)) {
      event.preventDefault();
    }
  };

  return (
    <form
      aria-label={rest.label}
      {...dropHandlers}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={clsx(
        "composer relative flex flex-col rounded-3xl border bg-card shadow-composer ring-ring/30 transition-[border-color,box-shadow] duration-150 has-[textarea:focus]:border-ring has-[textarea:focus]:ring-3",
        dragging && "border-accent border-dashed bg-accent/[0.04]",
      )}
    >
      {rest.tray}
      {rest.problems.length > 0 && (
        <p role="alert" className="whitespace-pre-line px-5 pt-3 text-[13px] text-destructive">
          {rest.problems.join("\n")}
        </p>
      )}
      <textarea
        ref={field}
        id="composer"
        rows={1}
        value={rest.value}
        aria-label={rest.fieldLabel}
        placeholder={dragging ? files.dropWords : rest.placeholder}
        enterKeyHint="send"
        onChange={(event) => rest.onText(event.target.value)}
        onKeyDown={onKeyDown}
        onFocus={rest.onFocus}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files];
          if (pasted.length === 0) return;
          event.preventDefault();
          intake(pasted);
        }}
        className={clsx(
          "field-sizing-content max-h-48 min-h-[52px] w-full resize-none overflow-y-auto bg-transparent px-5 pt-4 pb-1 text-base leading-6 outline-none transition-opacity",
          rest.dimmed && "opacity-50",
        )}
      />
      <div className="composer-row flex items-center gap-1 px-2.5 pt-0.5 pb-2.5">
        <IconButton label={files.label} className="rounded-full" onClick={() => picker.current?.click()}>
          <files.Icon />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          accept={files.accept}
          aria-label={files.inputLabel}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            intake([...(event.target.files ?? [])]);
            // Reset, so that the same file can be chosen again.
            event.target.value = "";
          }}
        />
        <div className="composer-facts contents">
          {rest.tools}
          {rest.chips}
          {rest.status}
        </div>
        <SendButton
          running={running}
          disabled={!running && (empty || blocked !== undefined)}
          blocked={blocked}
          label={rest.sendLabel}
          onStop={onStop}
        />
      </div>
    </form>
  );
}
