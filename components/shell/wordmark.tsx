/** Logo: the level bars of a voice, the last one live. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-primary" />
      <g fill="none" strokeLinecap="round" strokeWidth="2.6" className="stroke-primary-foreground">
        <path d="M9 12.5v7" />
        <path d="M13.7 8.5v15" />
        <path d="M18.4 11v10" />
        <path d="M23 14.2v3.6" stroke="#3b82f6" />
      </g>
    </svg>
  );
}

export function Wordmark() {
  return (
    <span className="flex items-center gap-2 font-semibold text-[15px] tracking-tight">
      <Mark />
      Parlance
    </span>
  );
}
