"use client";

import { Plus, Redo2, Undo2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { callsBefore } from "#lib/playground/conversation/message-edits.ts";
import { applyMessages, isChanged, type MessageList, readMessages } from "#lib/playground/conversation/message-list.ts";
import { findMessageProblems, type MessageProblem } from "#lib/playground/conversation/message-problems.ts";
import { MESSAGE_RULES } from "#lib/playground/conversation/message-rules.ts";
import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { insertWithFocus, moveWithFocus } from "./card-header.tsx";
import { EditingProvider, type MessageEditing } from "./editor-context.ts";
import { EditorFooter } from "./editor-footer.tsx";
import { MessageCard } from "./message-card.tsx";
import { useMessageEdits } from "./use-message-edits.ts";

const NONE: readonly never[] = [];

/** Editor for the conversation as a list of messages: roles, order and parts can be changed and applied as a branch. */
export function MessageEditor({ focus, onClose }: { focus?: string; onClose: () => void }) {
  const chat = useChat();
  const { page, refuseFile, systemLabel } = chat.dialect;
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const begun = useRef<MessageList>(undefined);
  begun.current ??= readMessages(visiblePath(chat.store.get().session.transcript));
  const { edits, said, change, applyEdit, undo, redo } = useMessageEdits(() => begun.current ?? [], root);
  const { list } = edits;
  const rules = MESSAGE_RULES[page];
  const editing = useMemo<MessageEditing>(
    () => ({ rules, sendsReasoning: page !== "chat", change, applyEdit }),
    [rules, page, change, applyEdit],
  );
  const problems = useMemo(() => findMessageProblems(list, { rules, refuseFile }), [list, rules, refuseFile]);
  const problemsOf = useStableGroups(problems);
  const touched = list !== begun.current && (list.length !== begun.current.length || list.some(isMovedOrChanged));
  const { system } = chat.store.get().session.settings;

  function isMovedOrChanged(message: MessageList[number], place: number): boolean {
    return isChanged(message) || message.key !== begun.current?.[place]?.key;
  }

  useEffect(() => {
    const card = root.current?.querySelector(focus ? `[data-message="${focus}"]` : "[data-message]:last-child");
    if (card && scroller.current) {
      const top = card.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
      scroller.current.scrollTop = top - 16;
    }
    const field = card?.querySelector<HTMLElement>("textarea") ?? card?.querySelector<HTMLElement>("[data-select]");
    const start = field ?? root.current?.querySelector<HTMLElement>("[data-add] button");
    start?.focus({ preventScroll: true });
  }, [focus]);

  const [asking, setAsking] = useState(false);
  const cancel = () => (touched && !asking ? setAsking(true) : onClose());
  const isBlocked = list.length === 0 || problems.some(({ kind }) => kind === "error");
  const canRun = ["user", "tool"].includes(list.at(-1)?.role ?? "");
  const apply = (run: boolean) => {
    if (isBlocked || (run && !canRun)) return;
    const { transcript } = chat.store.get().session;
    const applied = applyMessages(transcript, { messages: list, model: chat.chosenModel() });
    if (applied) void chat.showBranch(applied, { run });
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // React brings keys of an open menu here, too, which has them for itself.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.nativeEvent.isComposing || !isHere) return;
    const command = event.metaKey || event.ctrlKey;
    const key = event.key.toLowerCase();
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-message]") : null;
    if (event.altKey && step && card?.dataset.message) {
      const moved = card.dataset.message;
      applyEdit((current) => moveWithFocus(current, moved, step));
    } else if (command && key === "z" && !event.shiftKey) undo();
    else if (command && (key === "y" || (key === "z" && event.shiftKey))) redo();
    else if (command && event.key === "Enter") apply(canRun);
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  };

  return (
    <EditingProvider value={editing}>
      <section
        ref={root}
        aria-label="Edit messages"
        onKeyDown={onKeyDown}
        className="relative flex min-h-0 flex-1 flex-col"
      >
        <div ref={scroller} className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
          <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-3 px-4 pt-5 pb-6">
            <header className="flex items-start gap-2">
              <div className="min-w-0 flex-1">
                <h2 className="font-medium text-lg leading-6 tracking-tight">Edit messages</h2>
                <p className="text-[13px] text-muted-foreground">
                  Edit exactly what is sent. Applying creates a new branch; the original is saved.
                </p>
              </div>
              <IconButton label="Undo" keys="Mod+Z" disabled={edits.past.length === 0} onClick={undo}>
                <Undo2 />
              </IconButton>
              <IconButton label="Redo" keys="Mod+Shift+Z" disabled={edits.future.length === 0} onClick={redo}>
                <Redo2 />
              </IconButton>
            </header>
            {system.trim() !== "" && (
              <p className="truncate rounded-2xl border border-dashed px-4 py-2 text-[13px] text-muted-foreground">
                <span className="font-mono text-xs">{systemLabel}, from the parameters:</span> {system}
              </p>
            )}
            <ol className="flex flex-col gap-3">
              {list.map((message, place) => (
                <MessageCard
                  key={message.key}
                  message={message}
                  place={place}
                  count={list.length}
                  calls={message.role === "tool" ? callsBefore(list, place) : NONE}
                  problems={problemsOf(message.key)}
                />
              ))}
            </ol>
            <div data-add className="flex flex-wrap gap-1.5">
              {rules.roles.map(({ role, label }) => (
                <Button
                  key={role}
                  size="small"
                  className="text-muted-foreground pointer-coarse:h-9"
                  aria-label={`Add a message: ${label}`}
                  onClick={() => applyEdit((current) => insertWithFocus(current, { role }))}
                >
                  <Plus aria-hidden /> <span className="font-mono text-xs">{label}</span>
                </Button>
              ))}
            </div>
          </div>
        </div>
        <EditorFooter
          problems={problems}
          asking={asking}
          onKeep={() => setAsking(false)}
          onCancel={cancel}
          isBlocked={isBlocked}
          canRun={canRun}
          touched={touched}
          onApply={apply}
        />
        <p role="status" className="sr-only">
          {said}
        </p>
      </section>
    </EditingProvider>
  );
}

/**
 * Returns problems by message; the same array while a message's problems stay the same, so that its card does not
 * render again.
 */
function useStableGroups(problems: readonly MessageProblem[]): (key: string) => readonly MessageProblem[] {
  const before = useRef(new Map<string, readonly MessageProblem[]>());
  const groups = useMemo(() => {
    const found = new Map<string, readonly MessageProblem[]>();
    for (const [key, members] of Map.groupBy(problems, (problem) => problem.key)) {
      const known = before.current.get(key);
      found.set(key, known && JSON.stringify(known) === JSON.stringify(members) ? known : members);
    }
    before.current = found;
    return found;
  }, [problems]);
  return (key) => groups.get(key) ?? NONE;
}
