import type { Chat } from "#lib/playground/chat/chat.ts";
import { getChat } from "#lib/playground/chat/chats.ts";
import { convertConversation } from "#lib/playground/conversion/convert-conversation.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { loadSettings } from "#lib/playground/parameters/saved-settings.ts";
import { storeConverted } from "../sharing/store-converted.ts";

/**
 * Prepares the page of another API and returns its address. An empty conversation takes its model along, any other is
 * copied. Returns undefined when the copy would lose something, so that the user can decide.
 * @throws Error when the browser refuses to store the copy
 */
export async function switchApi({
  chat,
  model,
  to,
}: {
  chat: Chat;
  model: string | undefined;
  to: TextPage;
}): Promise<string | undefined> {
  const { session } = chat.store.get();
  const isEmpty = session.transcript.children.root === undefined || session.recordedAt !== undefined;
  if (!isEmpty) {
    const converted = convertConversation({ session, from: chat.dialect, to: TEXT_DIALECTS[to], model });
    return converted.dropped.length === 0 ? storeConverted(chat, converted) : undefined;
  }
  const other = getChat(TEXT_DIALECTS[to]);
  await other.restore({ settings: loadSettings(to) });
  if (other.store.get().session.transcript.children.root !== undefined) other.startNew();
  if (session.settings.model !== undefined) other.changeSettings({ model: session.settings.model });
  return `/${to}`;
}
