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
  ScrollText,
  Sparkles,
} from "lucide-react";

export type PlaygroundPage = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** The heading it is listed under: where models are tried, or where the gateway's own records are looked at. */
  group: "Playground" | "Gateway";
  /** Further words that find it in the palette: its route, and what it is for. */
  keywords: string;
};

/** Every page of the playground, in the order in which they are listed everywhere. */
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
] as const satisfies readonly PlaygroundPage[];

/** The same under their headings, in the same order. */
export const PAGE_GROUPS: readonly (readonly [title: string, pages: readonly PlaygroundPage[]])[] = [
  ...Map.groupBy<string, PlaygroundPage>(PAGES, ({ group }) => group),
];
