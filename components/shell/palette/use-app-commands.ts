import { usePathname, useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useMemo } from "react";
import { PAGE_DOCS } from "#lib/playground/docs/docs-links.ts";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { isZoneOpen, setZoneOpen } from "#lib/playground/shell/preferences.ts";
import { presentation } from "#lib/playground/shell/presentation.ts";
import { showKeyMap } from "../key-map.tsx";
import { PAGES } from "../pages.ts";
import { usePresentation } from "../use-presentation.ts";
import { useSignOut } from "../use-sign-out.ts";

const THEMES = [
  { theme: "system", label: "Theme: as the system" },
  { theme: "light", label: "Theme: light" },
  { theme: "dark", label: "Theme: dark" },
];

/** Returns the commands that are available on every page. */
export function useAppCommands(): readonly Command[] {
  const path = usePathname();
  const router = useRouter();
  const { theme: current, setTheme } = useTheme();
  const isPresenting = usePresentation();
  const signOut = useSignOut();
  return useMemo((): readonly Command[] => {
    const pages = PAGES.map(
      ({ path: page, label, group, keywords }): Command => ({
        id: `page.${page}`,
        label,
        group,
        keywords: `go to open page ${keywords}`,
        enabled: page !== path,
        run: () => router.push(page),
      }),
    );
    const themes = THEMES.map(
      ({ theme, label }): Command => ({
        id: `theme.${theme}`,
        label,
        group: "Appearance",
        keywords: "colour color mode",
        enabled: theme !== current,
        run: () => setTheme(theme),
      }),
    );
    return [
      ...pages,
      {
        id: "create-key",
        label: "Create key…",
        group: "Gateway",
        keywords: "new add api key secret make",
        // On that page, its own command comes first.
        enabled: path !== "/keys",
        run: () => router.push("/keys?create"),
      },
      {
        id: "connect-provider",
        label: "Connect a provider…",
        group: "Gateway",
        keywords: "add key openai anthropic claude google gemini ollama upstream base url",
        enabled: path !== "/providers",
        run: () => router.push("/providers"),
      },
      ...themes,
      {
        id: "presentation",
        label: isPresenting ? "End the presentation" : "Presentation",
        group: "Appearance",
        keywords: "larger text zoom projector demo hide ids",
        run: () => presentation.set(!isPresenting),
      },
      {
        id: "sidebar",
        label: "Open or close the sidebar",
        group: "Appearance",
        keywords: "history rail navigation",
        enabled: matchMedia("(min-width: 640px)").matches,
        run: () => setZoneOpen("rail", !isZoneOpen("rail")),
      },
      {
        id: "page-docs",
        label: "Docs for this page",
        group: "Help",
        keywords: "help guide manual documentation",
        enabled: (path ?? "") in PAGE_DOCS,
        run: () => router.push(PAGE_DOCS[path ?? ""] ?? "/docs"),
      },
      {
        id: "key-map",
        label: "Keyboard shortcuts",
        group: "Help",
        keys: "?",
        keywords: "map keys help",
        run: showKeyMap,
      },
      { id: "sign-out", label: "Sign out", group: "Account", keywords: "log out leave", run: signOut },
    ];
  }, [path, router, current, setTheme, isPresenting, signOut]);
}
