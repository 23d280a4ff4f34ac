import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/**
 * Empty state of a page of records: the reason, and how to get some. Shorter than the page's lede, which was painted
 * first and should stay the largest text.
 */
export function NoRecords({
  icon: Icon,
  title,
  children,
  actions,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center p-6 text-center">
      <span className="grid size-11 place-items-center rounded-2xl border bg-card">
        <Icon aria-hidden className="size-5 text-muted-foreground" />
      </span>
      <h2 className="mt-4 font-medium text-2xl tracking-[-0.02em]">{title}</h2>
      <p className="mt-1.5 max-w-[30rem] text-balance text-muted-foreground">{children}</p>
      <div className="mt-5 flex flex-col items-center gap-3">{actions}</div>
    </div>
  );
}
