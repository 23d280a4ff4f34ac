/** Order of the guides in the sidebar, by group. A guide is named by its file in docs/guide, without `.md`. */
export const GUIDE_GROUPS = [
  { title: "Start", guides: ["what-is-parlance", "quick-start", "sandbox", "troubleshooting"] },
  {
    title: "Connect",
    guides: [
      "connect-an-sdk",
      "providers",
      "compatibility",
      "models-and-aliases",
      "routes",
      "keys",
      "video-providers",
      "ai-sdk-packages",
    ],
  },
  {
    title: "APIs",
    guides: [
      "apis",
      "streaming",
      "tools",
      "structured-output",
      "images-and-files",
      "embeddings",
      "audio",
      "realtime",
      "other-routes",
      "prompts",
      "stored-responses",
      "resumable-responses",
      "response-cache",
      "evaluate",
      "headers",
      "errors",
    ],
  },
  { title: "Images and videos", guides: ["images", "images-page", "videos", "videos-page"] },
  {
    title: "Playground",
    guides: [
      "home-and-compare",
      "messages-and-responses-pages",
      "generate-content-page",
      "inspector",
      "edit-conversations",
      "tools-and-schemas-in-the-browser",
      "share-and-export",
      "keyboard-shortcuts",
      "formulas-and-diagrams",
      "remote-images",
    ],
  },
  {
    title: "Operate",
    guides: [
      "configuration",
      "deploy",
      "operations",
      "scale",
      "alerts",
      "hooks",
      "people",
      "storage",
      "request-log",
      "recorded-responses",
      "usage",
      "durability",
    ],
  },
] as const;

/** Names of all guides, in the order of the sidebar. */
export const GUIDE_NAMES: readonly string[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);
