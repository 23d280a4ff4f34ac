import { clsx } from "clsx";

/** Indicates activity; with a label for screen readers when nothing else announces it. */
export function LiveDot({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={clsx("live-dot size-1.5 shrink-0 rounded-full bg-accent forced-color-adjust-none", className)}>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
