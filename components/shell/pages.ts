import {
  BookOpen,
  Boxes,
  ChartColumn,
  Columns2,
  Database,
  FileText,
  Film,
  FlaskConical,
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
  Split,
  Users,
} from "lucide-react";

export type PlaygroundPage = {
  path: string;
  label: string;
  icon: LucideIcon;
  /** Heading under which the page is listed; Home and Docs are listed without one. */
  group: "Home" | "Playground" | "Gateway" | "Help";
  /** Additional search terms for the palette: the route, and the page's purpose. */
  keywords: string;
  /** Path of the page that lists this one: Chat has a page for each API. */
  listedUnder?: string;
};

/** All pages of the playground, in the order of every list. */
export const PAGES = [
  { path: "/", label: "Home", icon: House, group: "Home", keywords: "start overview base urls checklist" },
  {
    path: "/tour",
    label: "Guided tour",
    icon: House,
    group: "Home",
    keywords: "demo demonstration stage presentation prepared examples show",
    listedUnder: "/",
  },
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
    keywords: "openai responses api chat /v1/responses",
    listedUnder: "/chat",
  },
  {
    path: "/messages",
    label: "Messages",
    icon: MessagesSquare,
    group: "Playground",
    keywords: "anthropic claude api chat /v1/messages",
    listedUnder: "/chat",
  },
  {
    path: "/generate-content",
    label: "Generate content",
    icon: Sparkles,
    group: "Playground",
    keywords: "google gemini api chat generateContent /v1beta/models",
    listedUnder: "/chat",
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
    path: "/prompts",
    label: "Prompts",
    icon: FileText,
    group: "Playground",
    keywords: "templates variables versions labels library reuse /api/prompts",
  },
  {
    path: "/evaluate",
    label: "Evaluate",
    icon: FlaskConical,
    group: "Playground",
    keywords: "grid eval test dataset rows columns checks judge promptfoo /api/evaluations",
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
    path: "/people",
    label: "People",
    icon: Users,
    group: "Gateway",
    keywords: "team members roles sign in sso oidc disable /api/people",
  },
  {
    path: "/audit",
    label: "Audit log",
    icon: Users,
    group: "Gateway",
    keywords: "who changed what history security export csv /api/audit",
    listedUnder: "/people",
  },
  {
    path: "/account",
    label: "Account",
    icon: Users,
    group: "Gateway",
    keywords: "my sessions browsers sign out own keys role /api/sessions",
    listedUnder: "/people",
  },
  {
    path: "/providers",
    label: "Providers",
    icon: Plug,
    group: "Gateway",
    keywords: "connect add key openai anthropic claude gemini ollama upstream base url /api/providers",
  },
  {
    path: "/doctor",
    label: "Compatibility",
    icon: Plug,
    group: "Gateway",
    keywords: "doctor check server compatible probe test report features /api/doctor",
    listedUnder: "/providers",
  },
  {
    path: "/models",
    label: "Models",
    icon: Boxes,
    group: "Gateway",
    keywords: "catalogue context prices capabilities retirement latency alias /v1/models",
  },
  {
    path: "/routes",
    label: "Routes",
    icon: Split,
    group: "Gateway",
    keywords: "failover fallback load balancing weights circuit breaker test switch /api/routes",
  },
  {
    path: "/storage",
    label: "Storage",
    icon: Database,
    group: "Gateway",
    keywords: "disk database s3 bucket files retention clear delete size quota /api/storage",
  },
  {
    path: "/docs",
    label: "Docs",
    icon: BookOpen,
    group: "Help",
    keywords: "documentation guide help api reference openapi manual",
  },
] as const satisfies readonly PlaygroundPage[];

/** Pages of the navigation by group, in the same order. */
export const NAVIGATION: readonly (readonly [group: PlaygroundPage["group"], pages: readonly PlaygroundPage[]])[] = [
  ...Map.groupBy<PlaygroundPage["group"], PlaygroundPage>(
    PAGES.filter((page: PlaygroundPage) => page.listedUnder === undefined),
    ({ group }) => group,
  ),
];

/** Returns the entry of the navigation to which a path belongs; undefined outside of it. */
export function findNavigationPath(path: string): string | undefined {
  const page: PlaygroundPage | undefined = PAGES.find(
    (candidate) => candidate.path === path || (candidate.path !== "/" && path.startsWith(`${candidate.path}/`)),
  );
  return page?.listedUnder ?? page?.path;
}

/** Returns the paths of an entry of the navigation: its own and those listed under it. */
export function listPaths(entry: string): string[] {
  return PAGES.flatMap(({ path, ...rest }: PlaygroundPage) =>
    path === entry || rest.listedUnder === entry ? [path] : [],
  );
}
