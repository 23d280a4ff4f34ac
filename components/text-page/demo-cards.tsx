import type { Demo } from "./text-page-definition.ts";

/** Suggestions of the empty page as cards, each with a miniature of its response; one click sends it. */
export function DemoCards({ demos, onChoose }: { demos: readonly Demo[]; onChoose: (demo: Demo) => void }) {
  return (
    <ul aria-label="Suggestions" className="grid w-full max-w-[44rem] grid-cols-2 gap-2">
      {demos.map((demo) => (
        <li key={demo.label}>
          <button
            type="button"
            onClick={() => onChoose(demo)}
            className="flex h-full w-full items-center gap-3 rounded-2xl border bg-background/70 p-2 text-left text-[13px] leading-5 transition-[background-color,border-color,transform] duration-150 ease-press hover:border-foreground/25 hover:bg-background active:scale-[0.99] max-sm:flex-col max-sm:items-stretch"
          >
            <svg aria-hidden="true" className="h-14 w-[88px] shrink-0 rounded-lg bg-foreground/[0.035] max-sm:w-full">
              <use href={`/miniatures.svg#${demo.miniature}`} />
            </svg>
            <span className="min-w-0 text-balance pr-2 max-sm:px-1 max-sm:pb-1">{demo.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
