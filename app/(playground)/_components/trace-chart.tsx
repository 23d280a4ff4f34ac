import { readFileSync } from "node:fs";
import { join } from "node:path";
import { API_NAMES, TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { getDemoRunPath, readDemoRun } from "#lib/playground/streams/demo/demo-run.ts";
import { sumGaps } from "../_model/sum-gaps.ts";

const COLUMNS = 64;
/** Sizes in units of the drawing. */
const [STEP, BAR, HEIGHT] = [8, 5, 40];

const FILLS: Record<TextPage, string> = {
  chat: "fill-dialect-chat",
  responses: "fill-dialect-responses",
  messages: "fill-dialect-messages",
  "generate-content": "fill-dialect-google",
};

/**
 * One question through four APIs: the gaps between the events of each recorded response. Drawn when the page is built,
 * and animated by transforms and opacity alone.
 */
export function TraceChart() {
  return (
    <figure className="overflow-hidden rounded-3xl border bg-card p-5 shadow-composer">
      <div className="relative flex flex-col gap-3">
        {TEXT_PAGES.map((page, lane) => {
          const { gaps, seconds, count } = readGaps(page);
          return (
            <div
              key={page}
              className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-end gap-3 max-sm:grid-cols-1 max-sm:gap-1"
            >
              <p className="text-xs leading-4">
                <span className="block font-medium text-[13px]">{API_NAMES[page]}</span>
                <span className="text-muted-foreground tabular-nums">
                  {count} events · {seconds} s
                </span>
              </p>
              <svg
                viewBox={`0 0 ${COLUMNS * STEP} ${HEIGHT}`}
                preserveAspectRatio="none"
                aria-hidden="true"
                className="trace-lane h-9 w-full"
                style={{ animationDelay: `${lane * -1.7}s` }}
              >
                {gaps.map((gap, column) => (
                  <rect
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns of one drawing.
                    key={column}
                    x={column * STEP}
                    y={HEIGHT - Math.max(2, Math.round(gap * HEIGHT))}
                    width={BAR}
                    height={Math.max(2, Math.round(gap * HEIGHT))}
                    rx={1.5}
                    className={FILLS[page]}
                  />
                ))}
              </svg>
            </div>
          );
        })}
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-0 left-[8.25rem] overflow-hidden max-sm:hidden"
        >
          <span className="trace-playhead absolute inset-y-0 left-0 w-full border-accent border-l-2" />
        </span>
      </div>
      <figcaption className="mt-4 text-muted-foreground text-xs">
        One question through four APIs. Each bar is the time between two events.
      </figcaption>
    </figure>
  );
}

function readGaps(page: TextPage) {
  const { trace } = readDemoRun(readFileSync(join(process.cwd(), "public", getDemoRunPath(page)), "utf8"));
  const times = trace.events.map(({ at }) => at);
  return {
    gaps: sumGaps(times, COLUMNS),
    count: times.length,
    seconds: ((times.at(-1) ?? 0) / 1000).toFixed(1),
  };
}
