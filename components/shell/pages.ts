import { Film, House, Images, ListTree, type LucideIcon, MessageCircle, MessagesSquare, Sparkles } from "lucide-react";

export type PlaygroundPage = {
  path: string;
  label: string;
  icon: LucideIcon;
};

/** Every page of the playground, in the order in which they are listed everywhere. */
export const PAGES = [
  { path: "/", label: "Home", icon: House },
  { path: "/chat", label: "Chat", icon: MessageCircle },
  { path: "/responses", label: "Responses", icon: ListTree },
  { path: "/messages", label: "Messages", icon: MessagesSquare },
  { path: "/generate-content", label: "Generate content", icon: Sparkles },
  { path: "/images", label: "Images", icon: Images },
  { path: "/videos", label: "Videos", icon: Film },
] as const satisfies readonly PlaygroundPage[];
