import Link from "next/link";
import type { ReactNode } from "react";
import { BubblesVignette, ColumnsVignette, FilmVignette, PaintVignette } from "./vignettes.tsx";

const ENTRANCES: readonly { path: string; label: string; line: string; vignette: ReactNode }[] = [
  {
    path: "/chat",
    label: "Chat",
    line: "Talk to any model through four APIs, with tools, files and structured output.",
    vignette: <BubblesVignette />,
  },
  {
    path: "/images",
    label: "Images",
    line: "Generate images and edit only what you mask.",
    vignette: <PaintVignette />,
  },
  {
    path: "/videos",
    label: "Videos",
    line: "Render videos in the background and inspect every frame.",
    vignette: <FilmVignette />,
  },
  {
    path: "/compare",
    label: "Compare",
    line: "Run one prompt on up to four models side by side.",
    vignette: <ColumnsVignette />,
  },
];

/** Links to the pages of the playground. */
export function Entrances() {
  return (
    <section aria-labelledby="pages">
      <h2 id="pages" className="pb-3 font-semibold text-base tracking-tight">
        Playground
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-4">
        {ENTRANCES.map(({ path, label, line, vignette }) => (
          <li key={path} className="min-w-0">
            <Link
              href={path}
              className="group/entrance flex h-full flex-col overflow-hidden rounded-2xl border bg-card transition-[border-color,translate,box-shadow] duration-200 ease-press hover:-translate-y-0.5 hover:border-foreground/25 hover:shadow-composer motion-reduce:hover:translate-y-0"
            >
              <span aria-hidden className="vignette relative block h-24 overflow-hidden border-b bg-foreground/[0.02]">
                {vignette}
              </span>
              <span className="flex flex-1 flex-col px-4 pt-3.5 pb-4">
                <span className="font-medium text-[15px]">{label}</span>
                <span className="mt-1 text-[13px] text-muted-foreground leading-[18px]">{line}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
