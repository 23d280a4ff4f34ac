"use client";

import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useId, useState } from "react";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import { formatThinkingTime } from "#lib/playground/streams/metrics.ts";
import { Markdown } from "./markdown.tsx";
import { useElapsed } from "./use-elapsed.ts";

const Seals = dynamic(() => import("./seals.tsx").then((module) => module.Seals));

/** Milliseconds that finished reasoning stays open, so that the eye can follow. */
const FOLD_DELAY = 1000;

/** The model's reasoning: open while it grows, then collapsed to its duration. */
export function ReasoningBlock({
  text,
  live,
  startedAt,
  duration,
  seals = [],
}: {
  text: string;
  live: boolean;
  /** Start in performance-clock time. */
  startedAt: number;
  /** Duration in milliseconds; absent while the reasoning grows. */
  duration: number | undefined;
  seals?: ResponseChoice["seals"];
}) {
  const [open, setOpen] = useState(live);
  const [touched, setTouched] = useState(false);
  const elapsed = useElapsed(startedAt, live, 500);
  const body = useId();

  useEffect(() => {
    if (live || touched || !open) return;
    const timer = setTimeout(() => setOpen(false), FOLD_DELAY);
    return () => clearTimeout(timer);
  }, [live, touched, open]);

  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => {
          setTouched(true);
          setOpen(!open);
        }}
        className="-ml-1.5 flex h-7 items-center gap-1.5 rounded-lg px-1.5 text-[13px] text-muted-foreground transition-colors hover:text-foreground"
      >
        <ChevronRight
          aria-hidden
          className={clsx("size-3.5 transition-transform duration-200 ease-fold", open && "rotate-90")}
        />
        {live ? (
          <>
            <span className="shimmer-text">Thinking</span>
            <span className="text-numeric">{Math.floor(elapsed / 1000)} s</span>
          </>
        ) : duration === undefined ? (
          "Thought"
        ) : (
          `Thought for ${formatThinkingTime(duration)}`
        )}
      </button>
      <div
        id={body}
        inert={!open}
        className={clsx(
          "grid transition-[grid-template-rows,opacity] duration-200 ease-fold",
          open ? "grid-rows-[1fr] opacity-100" : "grid-rows-[0fr] opacity-0",
        )}
      >
        <div className="min-h-0 overflow-hidden">
          <div className="reasoning mt-1 ml-[5px] border-l-2 pl-4 text-[14px] text-muted-foreground leading-relaxed">
            {open && text !== "" && <Markdown text={text} live={live} />}
            {open && text === "" && !live && <p>The model hides this reasoning.</p>}
            {open && seals.length > 0 && <Seals seals={seals} />}
          </div>
        </div>
      </div>
    </div>
  );
}
