import { createContext, useContext } from "react";
import type { MessageList } from "#lib/playground/conversation/message-list.ts";
import type { MessageRules } from "#lib/playground/conversation/message-rules.ts";

export type MessageEditing = {
  rules: MessageRules;
  /** Whether reasoning goes back to the model with an answer that is as it came. */
  sendsReasoning: boolean;
  /**
   * Changes the list, as one step to undo.
   * @param typing names the field, when the change is one of many in it
   */
  change: (edit: (list: MessageList) => MessageList, typing?: string) => void;
  /** The same with what has to be told afterwards: where the focus goes, and what a screen reader hears. */
  changeAndTell: (edit: (list: MessageList) => { list: MessageList; focus?: string; say?: string }) => void;
};

const EditingContext = createContext<MessageEditing | undefined>(undefined);
export const EditingProvider = EditingContext.Provider;

/** Never changes while the editor is open, so that reading it causes no render. */
export function useMessageEditing(): MessageEditing {
  const editing = useContext(EditingContext);
  if (!editing) throw new Error("useMessageEditing needs an EditingProvider above it");
  return editing;
}
