import {
  BookOpen,
  CircleHelp,
  Clapperboard,
  History,
  Image as ImageIcon,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  PanelTop,
  Plug,
  Share2,
  SlidersHorizontal,
  Sparkle,
  SunMoon,
  UserRound,
} from "lucide-react";
import type { Command } from "#lib/playground/shell/commands/command.ts";
import { PAGES } from "../pages.ts";

const GROUP_ICONS: Readonly<Record<string, LucideIcon>> = {
  Account: UserRound,
  Appearance: SunMoon,
  Conversation: MessageCircle,
  Conversations: MessagesSquare,
  Docs: BookOpen,
  Gateway: KeyRound,
  Help: CircleHelp,
  History: History,
  Image: ImageIcon,
  Model: Sparkle,
  Providers: Plug,
  Settings: SlidersHorizontal,
  Share: Share2,
  "This page": PanelTop,
  Video: Clapperboard,
};
const PAGE_ICONS = new Map<string, LucideIcon>(PAGES.map(({ path, icon }) => [`page.${path}`, icon]));

/** Icon of a command: that of its page, or of its group. */
export function CommandIcon({ command: { id, group } }: { command: Pick<Command, "id" | "group"> }) {
  const Icon = PAGE_ICONS.get(id) ?? GROUP_ICONS[group] ?? PanelTop;
  return <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />;
}
