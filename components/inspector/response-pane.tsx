"use client";

import { useMemo, useState } from "react";
import type { TraceDialect } from "#lib/playground/inspector/event-kind.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { getRawEvent } from "#lib/playground/streams/event-log.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";
import { assembleParts } from "#lib/playground/trace/assemble.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";
import { Button } from "../ui/button.tsx";
import { HeaderTable } from "./header-table.tsx";
import { JsonView } from "./json-view.tsx";
import { KindBadge } from "./kind-badge.tsx";
import { SplitPane, TextBox } from "./text-box.tsx";
import { useTrace } from "./use-trace.ts";
import { writeHeaders } from "./write-headers.ts";

/** Maximum characters of a stream that are rendered; copying copies all of it. */
const SHOWN = 60_000;

/** The response: status, headers, and the bytes as received. */
export function ResponsePane({ view }: { view: TraceView }) {
  const { record, dialect, rows, metrics } = useTrace(view);
  const [assembled, setAssembled] = useState(false);
  if (!record) return null;
  const { status, responseHeaders = [], events, droppedCount } = record;
  const [only] = events;
  const isStream = only !== undefined && only.form !== "body";
  const copy = () => events.map(getRawEvent).join("");
  return (
    <SplitPane>
      <div className="flex min-h-0 flex-[2]">
        <TextBox
          title="Response body"
          detail={
            <>
              {formatBytes(metrics.bytes)}, as received
              {droppedCount > 0 && ` · ${formatCount(droppedCount)} older events were not saved`}
            </>
          }
          action={
            isStream && (
              <Button size="small" variant="ghost" onClick={() => setAssembled(!assembled)}>
                {assembled ? "As received" : "Assembled"}
              </Button>
            )
          }
          copy={copy}
        >
          {only?.form === "body" && <JsonView text={only.data} />}
          {isStream && (assembled ? <Assembled dialect={dialect} rows={rows} /> : <RawStream record={record} />)}
        </TextBox>
      </div>
      <div className="flex min-h-0 flex-1">
        <TextBox
          title="Response headers"
          detail={status !== undefined && <StatusWord status={status} />}
          copy={() => writeHeaders(`HTTP ${status ?? ""}`, responseHeaders)}
        >
          {responseHeaders.length > 0 ? (
            <HeaderTable headers={responseHeaders} />
          ) : (
            <p className="px-3 py-2 font-sans text-muted-foreground">
              {status === undefined && record.startedAt ? "No response yet." : "The headers were not saved."}
            </p>
          )}
        </TextBox>
      </div>
    </SplitPane>
  );
}

function Assembled({ dialect, rows }: { dialect: TraceDialect; rows: readonly TraceRow[] }) {
  const parts = useMemo(() => assembleParts(dialect, rows), [dialect, rows]);
  if (parts.length === 0) return <p className="px-3 py-2 font-sans text-muted-foreground">No text.</p>;
  return parts.map(({ kind, text }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever added at the end
    <div key={index} className="px-3 py-2 text-xs">
      <KindBadge kind={kind} />
      <pre className="whitespace-pre-wrap pt-1 text-xs leading-5 [overflow-wrap:anywhere]">{text}</pre>
    </div>
  ));
}

function RawStream({ record: { events } }: { record: Trace }) {
  let shown = "";
  let count = 0;
  for (const event of events) {
    if (shown.length > SHOWN) break;
    const raw = getRawEvent(event);
    shown += raw.length > SHOWN ? `${raw.slice(0, SHOWN)}…\n\n` : raw;
    count += 1;
  }
  return (
    <>
      <pre className="whitespace-pre-wrap px-3 py-2 [overflow-wrap:anywhere]">{shown}</pre>
      {count < events.length && (
        <p className="px-3 pb-3 font-sans text-muted-foreground">
          and {formatCount(events.length - count)} more events. Copy includes them all.
        </p>
      )}
    </>
  );
}

export function StatusWord({ status }: { status: number }) {
  return <span className={status < 400 ? "text-success" : "text-destructive"}>HTTP {status}</span>;
}
