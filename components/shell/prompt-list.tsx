import { clsx } from "clsx";
import type { ReactNode } from "react";

/** Prompts grouped by time, newest first, in the open rail and in the menu on phones. */
export function PromptList<Item extends { id: string }>({
  title,
  items,
  selected,
  getWords,
  marksOf,
  onSelect,
}: {
  title: string;
  items: readonly Item[];
  selected: string | null | undefined;
  getWords: (item: Item) => string;
  /** Renders marks after the prompt. */
  marksOf?: (item: Item) => ReactNode;
  onSelect: (id: string) => void;
}) {
  return (
    <section>
      <h2 className="group-title px-2.5 pb-1">{title}</h2>
      <ul className="flex flex-col gap-px">
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              data-session={item.id}
              aria-current={item.id === selected ? "true" : undefined}
              onClick={() => onSelect(item.id)}
              className={clsx(
                "flex h-8 w-full items-center rounded-lg px-2.5 text-left transition-colors duration-150 pointer-coarse:h-10",
                item.id === selected
                  ? "bg-foreground/[0.07]"
                  : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
              )}
            >
              <span className="min-w-0 flex-1 truncate">{getWords(item)}</span>
              {marksOf?.(item)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
