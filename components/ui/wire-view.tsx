"use client";

import type { ReactNode } from "react";
import type { WireEvent } from "#lib/playground/event-log.ts";
import { formatCount } from "#lib/playground/metrics.ts";
import { CopyButton } from "./copy-button.tsx";

export type Wire = {
  /** The request line and headers. */
  head?: string;
  request: string;
  /** Of the response, a line each. */
  headers?: string;
  events: WireEvent[];
  /** Events that gave way to newer ones. */
  droppedCount: number;
};

/** More rows than this are counted, not drawn. */
const MAXIMUM_ROWS = 400;

/** The request as it was sent and the events as they came, with their times. */
export function WireView({ wire }: { wire: Wire }) {
  const shown = wire.events.slice(0, MAXIMUM_ROWS);
  return (
    <div className="grid w-full animate-rise gap-2.5">
      <WirePane title="Request" copy={() => wire.request}>
        <pre className="whitespace-pre-wrap break-words px-4 pb-3">
          {wire.head && <span className="text-muted-foreground">{`${wire.head}\n\n`}</span>}
          {wire.request}
        </pre>
      </WirePane>
      {wire.headers !== undefined && (
        <WirePane title="Headers of the answer" copy={() => wire.headers ?? ""}>
          <pre className="whitespace-pre-wrap break-words px-4 pb-3">{wire.headers}</pre>
        </WirePane>
      )}
      <WirePane
        title={`Events · ${formatCount(wire.events.length + wire.droppedCount)}`}
        copy={() => wire.events.map((event) => `data: ${event.data}\n\n`).join("")}
      >
        <ol className="px-4 pb-3">
          {shown.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events are an append-only list.
            <li key={index} className="flex gap-3 py-px">
              <span className="w-16 shrink-0 text-right text-muted-foreground tabular-nums">
                {event.at.toFixed(0)} ms
              </span>
              <span className="min-w-0 break-all">{event.data}</span>
            </li>
          ))}
        </ol>
        {wire.events.length > MAXIMUM_ROWS && (
          <p className="px-4 pb-3 text-muted-foreground">and {formatCount(wire.events.length - MAXIMUM_ROWS)} more</p>
        )}
      </WirePane>
    </div>
  );
}

/** One part of the wire, as text that can be scrolled and copied. */
export function WirePane({ title, copy, children }: { title: string; copy: () => string; children: ReactNode }) {
  return (
    <section className="overflow-hidden rounded-2xl border bg-card">
      <header className="flex items-center justify-between pt-1.5 pr-2 pl-4">
        <h3 className="group-title">{title}</h3>
        <CopyButton label={`Copy ${title.split(" ")[0]?.toLowerCase()}`} size="small" text={copy} />
      </header>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
        tabIndex={0}
        className="max-h-72 overflow-auto font-mono text-xs leading-5 -outline-offset-2"
      >
        {children}
      </div>
    </section>
  );
}
