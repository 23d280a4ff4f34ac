import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Over the fields of a page that has nothing to show yet. */
export function Greeting({
  title,
  detail,
  problem,
  className,
}: {
  title: string;
  detail: string;
  /** Why nothing can be asked, as a sentence: it takes the place of the detail. */
  problem?: string;
  /** What hides it until the page knows that it is empty. */
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
        <p className="mt-2 max-w-md text-balance text-muted-foreground">{detail}</p>
      )}
    </div>
  );
}

/** Under the fields: each is one click to something worth seeing. */
export function Suggestions<Item extends { label: string; icon: LucideIcon }>({
  items,
  onChoose,
  wide = false,
  className,
  children,
}: {
  items: readonly Item[];
  onChoose: (item: Item) => void;
  /** Wider than the fields. */
  wide?: boolean;
  className?: string;
  /** Under them. */
  children?: ReactNode;
}) {
  return (
    <div className={clsx("flex flex-[1.35] flex-col items-center px-4 pt-5 pb-8", className)}>
      <ul
        aria-label="Suggestions"
        className={clsx("flex flex-wrap justify-center gap-2", wide ? "max-w-[54rem]" : "max-w-[44rem]")}
      >
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

/** The last thing in an `empty-stage`, which is shown when it has arrived whole. */
export function StageEnd() {
  return <span hidden className="stage-end" />;
}
