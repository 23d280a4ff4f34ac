"use client";

import { CircleUser, Keyboard, LogOut, type LucideIcon, Monitor, Moon, Presentation, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import type { RefObject } from "react";
import { isAdmin } from "#lib/playground/gateway/gateway-session.ts";
import { catalogue } from "#lib/playground/models/catalogue.ts";
import { presentation } from "#lib/playground/shell/presentation.ts";
import { PopupMenu } from "../ui/popup-menu.tsx";
import { useStore } from "../use-store.ts";
import { showKeyMap } from "./key-map.tsx";
import { usePresentation } from "./use-presentation.ts";
import { useSignOut } from "./use-sign-out.ts";

const THEMES: readonly { theme: string; label: string; Icon: LucideIcon }[] = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "System", Icon: Monitor },
];

/** Menu of the account: whose key it is, the theme, presentation, shortcuts and signing out. */
export function AccountPopup({
  open,
  side,
  anchor,
  onClose,
}: {
  open: boolean;
  side: "top" | "bottom";
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const session = useStore(catalogue, (state) => state.session);
  const { theme = "system", setTheme } = useTheme();
  const isPresenting = usePresentation();
  const signOut = useSignOut();
  const router = useRouter();
  const access = session?.person?.role ?? (isAdmin(session) ? "admin access" : "inference access");
  return (
    <PopupMenu
      open={open}
      anchor={anchor}
      side={side}
      align="start"
      label="Account"
      groups={[
        {
          name: "Theme",
          items: THEMES.map(({ theme: id, label, Icon }) => ({
            id,
            label,
            Icon,
            checked: id === theme,
            run: () => setTheme(id),
          })),
        },
        {
          name: "Display",
          items: [
            {
              id: "presentation",
              label: "Presentation",
              Icon: Presentation,
              checked: isPresenting,
              run: () => presentation.set(!isPresenting),
            },
            { id: "key-map", label: "Keyboard shortcuts", Icon: Keyboard, keys: "?", run: showKeyMap },
          ],
        },
        {
          name: session ? `${session.name} · ${access}` : "Account",
          items: [
            { id: "account", label: "Account and sessions", Icon: CircleUser, run: () => router.push("/account") },
            { id: "sign-out", label: "Sign out", Icon: LogOut, run: signOut },
          ],
        },
      ]}
      onClose={onClose}
    />
  );
}
