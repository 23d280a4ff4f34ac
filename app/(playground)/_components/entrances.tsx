import Link from "next/link";
import type { ReactNode } from "react";
import { PAGES, type PlaygroundPage } from "#components/shell/pages.ts";
import {
  BlocksVignette,
  BubblesVignette,
  ColumnsVignette,
  FilmVignette,
  ItemsVignette,
  PaintVignette,
  PartsVignette,
} from "./vignettes.tsx";

type PathIn<Group extends PlaygroundPage["group"]> = Extract<(typeof PAGES)[number], { group: Group }>["path"];
type Entrance = { line: string; route: string; vignette: ReactNode };

/** Description and route of each page. */
const ENTRANCES: Record<PathIn<"Playground">, Entrance> = {
  "/chat": {
    line: "Conversations in OpenAI’s best-known terms, with tools and schemas.",
    route: "/v1/chat/completions",
    vignette: <BubblesVignette />,
  },
  "/responses": {
    line: "OpenAI’s newer items: reasoning, calls and stored answers.",
    route: "/v1/responses",
    vignette: <ItemsVignette />,
  },
  "/messages": {
    line: "Anthropic’s blocks: thinking, documents and citations.",
    route: "/v1/messages",
    vignette: <BlocksVignette />,
  },
  "/generate-content": {
    line: "Google’s parts: words and pictures in one answer.",
    route: "/v1beta/models",
    vignette: <PartsVignette />,
  },
  "/images": {
    line: "Paint, then change what a mask uncovers and nothing else.",
    route: "/v1/images",
    vignette: <PaintVignette />,
  },
  "/videos": {
    line: "Tasks that outlive the page, watched frame by frame.",
    route: "/v1/videos",
    vignette: <FilmVignette />,
  },
  "/compare": {
    line: "One question to several models or conventions, measured.",
    route: "two to four at once",
    vignette: <ColumnsVignette />,
  },
};

/** Links to every page. */
export function Entrances() {
  return (
    <section aria-labelledby="pages">
      <h2 id="pages" className="group-title pb-2">
        Playground
      </h2>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7">
        {PAGES.map((page) => {
          if (page.group !== "Playground") return null;
          const { path, label } = page;
          const { line, route, vignette } = ENTRANCES[path];
          return (
            <li key={path} className="min-w-0">
              <Link
                href={path}
                className="group/entrance flex h-full flex-col overflow-hidden rounded-2xl border bg-card transition-[border-color,translate,box-shadow] duration-200 ease-press hover:-translate-y-0.5 hover:border-foreground/25 hover:shadow-composer motion-reduce:hover:translate-y-0"
              >
                <span
                  aria-hidden
                  className="vignette relative block h-[72px] overflow-hidden border-b xl:h-[60px] bg-foreground/[0.02]"
                >
                  {vignette}
                </span>
                <span className="flex flex-1 flex-col px-3.5 pt-3 pb-3 xl:pt-2.5 xl:pb-2.5">
                  <span className="font-medium">{label}</span>
                  <span className="mt-1 text-muted-foreground text-xs leading-[17px]">{line}</span>
                  <span className="mt-auto block truncate pt-2 font-mono text-[11px] text-muted-foreground tracking-tight">
                    {route}
                  </span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
