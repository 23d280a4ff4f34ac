import { visiblePath } from "#lib/playground/conversation/transcript.ts";
import { openInspector } from "#lib/playground/inspector/trace-selection.ts";
import { useChat, useChatState } from "../chat/chat-context.tsx";
import { type Command, useCommands } from "../shell/use-commands.ts";

/** Adds commands such as "Request 3" to the palette, which open the inspector at that response of the conversation. */
export function useInspectorCommands(): void {
  const chat = useChat();
  const some = useChatState(({ session }) => session.transcript.children.root !== undefined);
  const choices = (): readonly Command[] => {
    const path = visiblePath(chat.store.get().session.transcript);
    const answers = path.flatMap((turn) => (turn.role === "assistant" ? turn : []));
    return answers.map(({ id, model }, index) => ({
      id: `wire.${id}`,
      label: `Request ${index + 1}`,
      group: "Conversation",
      detail: model,
      keywords: "open wire inspector events",
      run: () => openInspector(id, answers.at(-1)?.id),
    }));
  };
  useCommands([
    {
      id: "wire-of",
      label: "Open a request’s trace",
      group: "Conversation",
      keywords: "open inspector raw events",
      enabled: some,
      placeholder: "Choose a request in this conversation",
      choices,
    },
  ]);
}
