import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { beginEdits, recordEdit, redoEdit, undoEdit } from "#lib/playground/conversation/message-edits.ts";
import type { MessageList } from "#lib/playground/conversation/message-list.ts";
import type { MessageEditing } from "./editor-context.ts";

/** The edited list with its undo history, the focus after each step, and announcements. */
export function useMessageEdits(begin: () => MessageList, root: RefObject<HTMLElement | null>) {
  const [edits, setEdits] = useState(() => beginEdits(begin()));
  const [said, setSaid] = useState("");
  const latest = useRef(edits);
  latest.current = edits;
  /**
   * Focus target with the list that it belongs to: a selector, or the element that had the focus when rows changed
   * places.
   */
  const nextFocus = useRef<{ list: MessageList; target: string | Element | null }>(undefined);
  useLayoutEffect(() => {
    if (nextFocus.current?.list !== edits.list) return;
    const next = nextFocus.current.target;
    nextFocus.current = undefined;
    const element = typeof next === "string" ? root.current?.querySelector(next) : next;
    if (element instanceof HTMLElement && element !== document.activeElement) element.focus();
  });

  const change = useCallback<MessageEditing["change"]>((edit, typing) => {
    latest.current = recordEdit(latest.current, edit(latest.current.list), typing);
    setEdits(latest.current);
  }, []);
  const applyEdit = useCallback<MessageEditing["applyEdit"]>((edit) => {
    const { list, focus, say } = edit(latest.current.list);
    nextFocus.current = { list, target: focus ?? document.activeElement };
    if (say) setSaid(say);
    latest.current = recordEdit(latest.current, list);
    setEdits(latest.current);
  }, []);
  const undo = useCallback(() => {
    setEdits(undoEdit);
    setSaid("Undone");
  }, []);
  const redo = useCallback(() => {
    setEdits(redoEdit);
    setSaid("Redone");
  }, []);
  return { edits, said, change, applyEdit, undo, redo };
}
