import { createContext, useContext } from "react";
import type { MessageList } from "#lib/playground/conversation/message-list.ts";
import type { MessageRules } from "#lib/playground/conversation/message-rules.ts";

export type MessageEditing = {
  rules: MessageRules;
  /** True when the reasoning of an unchanged response is sent back to the model. */
  sendsReasoning: boolean;
  /**
   * Changes the list in one undo step.
   * @param typing names the field when the change is one of many keystrokes in it
   */
  change: (edit: (list: MessageList) => MessageList, typing?: string) => void;
  /** Changes the list, and then moves the focus and announces a text to screen readers. */
  applyEdit: (edit: (list: MessageList) => { list: MessageList; focus?: string; say?: string }) => void;
};

const EditingContext = createContext<MessageEditing | undefined>(undefined);
export const EditingProvider = EditingContext.Provider;

/** Returns the editing context. It never changes while the editor is open, so reading it causes no render. */
export function useMessageEditing(): MessageEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("useMessageEditing needs an EditingProvider above it");
  return editing;
}
