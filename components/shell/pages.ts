import {
  ChartColumn,
  Columns2,
  Film,
  House,
  Images,
  KeyRound,
  ListTree,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Plug,
  ScrollText,
  Sparkles,
} from "lucide-react";

export type PlaygroundPage = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Heading under which the page is listed: trying models, or viewing the gateway's own data. */
  group: "Playground" | "Gateway";
  /** Additional search terms for the palette: the route, and the page's purpose. */
  keywords: string;
};

/** All pages of the playground, in the order of every list. */
export const PAGES = [
  { path: "/", label: "Home", icon: House, group: "Playground", keywords: "start overview base urls upstreams" },
  {
    path: "/chat",
    label: "Chat",
    icon: MessageCircle,
    group: "Playground",
    keywords: "openai chat completions /v1/chat/completions",
  },
  {
    path: "/responses",
    label: "Responses",
    icon: ListTree,
    group: "Playground",
    keywords: "openai responses /v1/responses",
  },
  {
    path: "/messages",
    label: "Messages",
    icon: MessagesSquare,
    group: "Playground",
    keywords: "anthropic claude /v1/messages",
  },
  {
    path: "/generate-content",
    label: "Generate content",
    icon: Sparkles,
    group: "Playground",
    keywords: "google gemini generateContent /v1beta/models",
  },
  {
    path: "/images",
    label: "Images",
    icon: Images,
    group: "Playground",
    keywords: "pictures paint edit mask /v1/images",
  },
  { path: "/videos", label: "Videos", icon: Film, group: "Playground", keywords: "film clip sora veo /v1/videos" },
  {
    path: "/compare",
    label: "Compare",
    icon: Columns2,
    group: "Playground",
    keywords: "models side by side columns diff metrics cost speed",
  },
  {
    path: "/requests",
    label: "Requests",
    icon: ScrollText,
    group: "Gateway",
    keywords: "log history errors latency status /api/requests",
  },
  {
    path: "/usage",
    label: "Usage",
    icon: ChartColumn,
    group: "Gateway",
    keywords: "tokens cost spend money statistics chart latency errors /api/usage",
  },
  {
    path: "/keys",
    label: "Keys",
    icon: KeyRound,
    group: "Gateway",
    keywords: "api key secret scopes revoke /api/keys",
  },
  {
    path: "/providers",
    label: "Providers",
    icon: Plug,
    group: "Gateway",
    keywords: "connect add key openai anthropic claude gemini ollama upstream base url /api/providers",
  },
] as const satisfies readonly PlaygroundPage[];

/** The pages by group, in the same order. */
export const PAGE_GROUPS: readonly (readonly [title: string, pages: readonly PlaygroundPage[]])[] = [
  ...Map.groupBy<string, PlaygroundPage>(PAGES, ({ group }) => group),
];
