/** Loudness of a microphone, from 0 to 1. */
export function LevelMeter({ level }: { level: number }) {
  return (
    <>
      <meter aria-label="Microphone level" min={0} max={1} value={level} className="sr-only" />
      <span aria-hidden className="h-1.5 min-w-12 flex-1 overflow-hidden rounded-full bg-muted">
        <span className="block h-full origin-left rounded-full bg-accent" style={{ transform: `scaleX(${level})` }} />
      </span>
    </>
  );
}
