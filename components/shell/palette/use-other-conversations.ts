import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { openHistory, type TextPage } from "#lib/playground/history/history.ts";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { PAGES } from "../pages.ts";

const TEXT_PAGES: readonly TextPage[] = ["chat", "responses", "messages", "generate-content"];

/** Returns commands for the conversations of other text pages, newest first; the open page registers its own. */
export function useOtherConversations(): readonly Command[] {
  const path = usePathname();
  const router = useRouter();
  const [commands, setCommands] = useState<readonly Command[]>([]);
  useEffect(() => {
    let gone = false;
    const lists = TEXT_PAGES.filter((page) => path !== `/${page}`).map(async (page) => {
      const sessions = await openHistory(page).list();
      return sessions.map((session) => ({ page, ...session }));
    });
    // A browser that refuses storage has none.
    void Promise.all(lists.map((list) => list.catch(() => []))).then((found) => {
      if (gone) return;
      const newest = found.flat().sort((a, b) => b.updatedAt - a.updatedAt);
      setCommands(
        newest.map(({ page, id, title }) => ({
          id: `conversation.${id}`,
          label: title,
          group: "Conversations",
          detail: PAGES.find((entry) => entry.path === `/${page}`)?.label,
          run: () => router.push(`/${page}?session=${id}`),
        })),
      );
    });
    return () => {
      gone = true;
    };
  }, [path, router]);
  return commands;
}
