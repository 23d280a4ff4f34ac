import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

/** Greeting above the fields of an empty page. */
export function Greeting({
  title,
  detail,
  guide,
  problem,
  className,
}: {
  title: string;
  detail: string;
  /** Address of the page's guide. Absent where the suggestions lead to it. */
  guide?: string;
  /** Sentence that explains why nothing can be sent; replaces the detail. */
  problem?: string;
  /** Class that hides the greeting until the page knows that it is empty. */
  className?: string;
}) {
  return (
    <div className={clsx("flex flex-1 flex-col items-center justify-end px-6 pt-6 pb-7 text-center", className)}>
      <h2 className="text-balance font-medium text-[26px] leading-8 tracking-[-0.02em]">{title}</h2>
      {problem ? (
        <p role="alert" className="mt-2 max-w-md text-destructive">
          {problem}
        </p>
      ) : (
        <p className="mt-2 max-w-md text-balance text-muted-foreground">
          {detail}{" "}
          {guide && (
            <Link
              href={guide}
              prefetch={false}
              className="whitespace-nowrap underline underline-offset-2 hover:text-foreground"
            >
              Read the guide
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

/** Suggestions below the fields: each starts a demo in one click. */
export function Suggestions<Item extends { label: string; icon: LucideIcon }>({
  items,
  onChoose,
  className,
  children,
}: {
  items: readonly Item[];
  onChoose: (item: Item) => void;
  className?: string;
  /** Content below the suggestions. */
  children?: ReactNode;
}) {
  return (
    <div className={clsx("flex flex-[1.35] flex-col items-center px-4 pt-5 pb-8", className)}>
      <ul aria-label="Suggestions" className="flex max-w-[44rem] flex-wrap justify-center gap-2">
        {items.map((item) => (
          <li key={item.label}>
            <button
              type="button"
              onClick={() => onChoose(item)}
              className="flex h-9 items-center gap-2 rounded-full border bg-background/60 pr-4 pl-3.5 text-[13px] text-muted-foreground transition-[background-color,color,border-color,transform] duration-150 ease-press hover:border-foreground/25 hover:bg-background hover:text-foreground active:scale-[0.98] pointer-coarse:h-11"
            >
              <item.icon aria-hidden className="size-3.5" />
              {item.label}
            </button>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** Marks the end of an `empty-stage`, which is shown once it is complete. */
export function StageEnd() {
  return <span hidden className="stage-end" />;
}
