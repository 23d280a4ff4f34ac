import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Row of the list that is no model: it uses the typed id, or shows more models. */
export function ActionOption({
  id,
  icon: Icon,
  active,
  expanded,
  onPoint,
  onChoose,
  children,
}: {
  id: string;
  icon: LucideIcon;
  active: boolean;
  /** For a row that shows more; absent for others. */
  expanded?: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field, which keeps the focus.
    <div
      id={`model-${id}`}
      data-model={id}
      role="option"
      tabIndex={-1}
      aria-selected={false}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx(
        "flex min-w-0 items-center gap-2.5 rounded-[10px] px-2.5 py-2 pointer-coarse:py-3",
        active && "bg-foreground/[0.06]",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 truncate">{children}</span>
      {expanded !== undefined && <span className="sr-only">{expanded ? "Shown" : "Hidden"}</span>}
    </div>
  );
}
