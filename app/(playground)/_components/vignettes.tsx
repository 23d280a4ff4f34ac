/** Small animations of what each page does: shapes and CSS only, nothing to load. They move under the pointer only. */
import { clsx } from "clsx";

const BAR = "block h-[5px] rounded-full";
const INK = "bg-foreground/20";

/** A question with an answer being written. */
export function BubblesVignette() {
  return (
    <span className="flex h-full flex-col justify-center gap-[7px] px-4">
      <span className="ml-auto block h-3 w-[42%] rounded-full bg-dialect-chat/35" />
      <span className={clsx(BAR, INK, "vignette-write w-[86%]")} />
      <span className={clsx(BAR, INK, "vignette-write w-[70%] [animation-delay:-2.6s]")} />
    </span>
  );
}

/** A landscape under a mask. */
export function PaintVignette() {
  return (
    <svg viewBox="0 0 160 72" preserveAspectRatio="xMidYMid slice" className="size-full" aria-hidden="true">
      <rect width="160" height="72" className="fill-[#f7b58a] opacity-70 dark:opacity-55" />
      <circle cx="104" cy="30" r="11" className="fill-[#fff3d6]" />
      <path d="M0 48 Q30 34 62 46 T128 44 T160 48 V72 H0Z" className="fill-[#7c6a9c]" />
      <path d="M0 58 Q40 48 84 58 T160 56 V72 H0Z" className="fill-[#4f4a7c]" />
      <circle
        cx="104"
        cy="30"
        r="19"
        className="vignette-mask fill-accent/25 stroke-accent"
        strokeWidth="1.5"
        strokeDasharray="4 3"
      />
    </svg>
  );
}

/** Passing video frames with a progress bar. */
export function FilmVignette() {
  return (
    <span className="flex h-full flex-col justify-center gap-2 overflow-hidden">
      <span className="vignette-film flex w-max gap-1.5 pl-1.5">
        {Array.from({ length: 12 }, (_, frame) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: frames of one strip.
            key={frame}
            className="block h-8 w-11 rounded-md"
            style={{ background: `hsl(${215 + (frame % 6) * 16} 55% 62% / 0.6)` }}
          />
        ))}
      </span>
      <span className="mx-4 block h-[3px] overflow-hidden rounded-full bg-foreground/10">
        <span className="vignette-progress block h-full origin-left rounded-full bg-accent" />
      </span>
    </span>
  );
}

/** Responses that race in columns. */
export function ColumnsVignette() {
  const colours = ["bg-dialect-chat/60", "bg-dialect-messages/60", "bg-dialect-google/60"];
  return (
    <span className="grid h-full grid-cols-3 gap-2 px-4 py-3">
      {colours.map((colour, column) => (
        <span key={colour} className="flex flex-col gap-[6px]">
          <span className={clsx(BAR, colour, "w-full")} />
          {[88, 100, 64].map((width, line) => (
            <span
              key={width}
              className={clsx(BAR, INK, "vignette-write")}
              style={{ width: `${width}%`, animationDelay: `${line * 0.4 + column * 0.35 - 4}s` }}
            />
          ))}
        </span>
      ))}
    </span>
  );
}
