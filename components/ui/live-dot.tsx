import { clsx } from "clsx";

/** Says that something is under way; with words for a screen reader where nothing else says so. */
export function LiveDot({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={clsx("live-dot size-1.5 shrink-0 rounded-full bg-accent forced-color-adjust-none", className)}>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
