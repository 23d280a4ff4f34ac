import { runningTurn } from "#lib/playground/chat/chat-state.ts";
import {
  applyMessages,
  type EditableMessage,
  newPart,
  readMessages,
} from "#lib/playground/conversation/message-list.ts";
import { type Attachment, getChosenChoice, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { newId } from "#lib/playground/history/new-id.ts";
import { useChat, useChatState, useIsDemoRun } from "../chat/chat-context.tsx";

type AddedMessage = { role: "user" | "assistant"; text: string; attachments: Attachment[] };

/** Adds messages to the end of the conversation; `blocked` is the reason that none can be added now. */
export function useAddMessages() {
  const chat = useChat();
  const isDemoRun = useIsDemoRun();
  const isRunning = useChatState((state) => runningTurn(state) !== undefined);
  const hasOpenCalls = useChatState(({ session }) => {
    const tail = visiblePath(session.transcript).at(-1);
    return tail?.role === "assistant" && (getChosenChoice(tail)?.toolCalls.length ?? 0) > 0;
  });
  const blocked = isDemoRun
    ? "Start a new conversation first: a demo run cannot be continued."
    : isRunning
      ? "Wait for the response to end."
      : hasOpenCalls
        ? "Send the results of the tool calls first."
        : undefined;

  function addMessages(messages: readonly AddedMessage[], { run }: { run: boolean }): void {
    const { transcript } = chat.store.get().session;
    const added = messages.map(({ role, text, attachments }): EditableMessage => {
      const files = attachments.map((attachment) => newPart({ type: "file", attachment }));
      return { key: newId(), role, parts: [...files, newPart({ type: "text", text })] };
    });
    const applied = applyMessages(transcript, {
      messages: [...readMessages(visiblePath(transcript)), ...added],
      model: chat.chosenModel(),
    });
    if (applied) void chat.showBranch(applied, { run });
  }
  return { addMessages, blocked };
}
