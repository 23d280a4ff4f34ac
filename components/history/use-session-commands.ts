import { useChat, useChatState } from "../chat/chat-context.tsx";
import { useCommands } from "../shell/use-commands.ts";

/** Adds the page's own conversations to the palette, newest first. */
export function useSessionCommands(): void {
  const chat = useChat();
  const sessions = useChatState((state) => state.sessions);
  const current = useChatState((state) => state.session.id);
  useCommands(
    sessions.map(({ id, title }) => ({
      id: `conversation.${id}`,
      label: title,
      group: "Conversations",
      enabled: id !== current,
      run: () => void chat.open(id),
    })),
  );
}
