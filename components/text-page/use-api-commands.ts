import { useRouter } from "next/navigation";
import { useCallback, useMemo } from "react";
import { API_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { useChat } from "../chat/chat-context.tsx";
import { useCommands } from "../shell/use-commands.ts";

/**
 * Returns a function that moves to another API, and lists it in the palette.
 * @param onLosses is called instead of moving when the conversation has something that the other API cannot carry
 */
export function useApiCommands({
  page,
  model,
  onLosses,
}: {
  page: TextPage;
  /** Model of this page. */
  model: string | undefined;
  onLosses: (to: TextPage) => void;
}): (to: TextPage) => void {
  const chat = useChat();
  const router = useRouter();
  const switchTo = useCallback(
    async (to: TextPage) => {
      // Loads the dialects of all pages, which is why it waits for the first use.
      const { switchApi } = await import("./switch-api.ts");
      const address = await switchApi({ chat, model, to }).catch(() => undefined);
      if (address === undefined) onLosses(to);
      else router.push(address);
    },
    [chat, model, onLosses, router],
  );
  useCommands(
    useMemo(
      () =>
        TEXT_PAGES.filter((to) => to !== page).map((to) => ({
          id: `api.${to}`,
          label: `Switch to ${API_NAMES[to]}`,
          group: "Conversation",
          keywords: "api continue on convert openai anthropic google",
          run: () => void switchTo(to),
        })),
      [page, switchTo],
    ),
  );
  return useCallback((to) => void switchTo(to), [switchTo]);
}
