"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { IconButton } from "#components/ui/button.tsx";

const NEXT = { system: "light", light: "dark", dark: "system" } as const;
const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Cycles through the system, light and dark themes. */
export function ThemeButton() {
  const { theme, setTheme } = useTheme();
  // The server does not know the theme; until hydration the button shows the default.
  const live = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const current = live && (theme === "light" || theme === "dark") ? theme : "system";
  const Icon = ICONS[current];
  return (
    <IconButton label={`Theme: ${current}`} tooltipSide="bottom" onClick={() => setTheme(NEXT[current])}>
      <Icon />
    </IconButton>
  );
}
