"use client";

import { type ReactNode, useEffect, useMemo, useState } from "react";
import { placeDropped } from "#lib/playground/inspector/dropped-places.ts";
import { parseJsonText } from "#lib/playground/inspector/json-lines.ts";
import { byteLength, createTraceRows, type TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import {
  loadUpstreamEvents,
  loadUpstreamSide,
  readUpstreamRoute,
  toTraceDialect,
  type UpstreamEvents,
} from "#lib/playground/inspector/upstream-side.ts";
import { getRawEvent } from "#lib/playground/streams/event-log.ts";
import { formatBytes, formatCount } from "#lib/playground/streams/metrics.ts";
import { readRequestLine, type Trace, type UpstreamSide } from "#lib/playground/trace/trace.ts";
import { Segmented } from "../ui/segmented.tsx";
import { HeaderTable } from "./header-table.tsx";
import { JsonView } from "./json-view.tsx";
import { StatusWord } from "./response-pane.tsx";
import { SideList } from "./side-list.tsx";
import { SplitPane, TextBox } from "./text-box.tsx";
import { useTrace } from "./use-trace.ts";

const VIEWS = [
  { value: "requests", label: "Requests" },
  { value: "events", label: "Events" },
] as const;

const DROPPED = "ignored: the provider’s API doesn’t support it";

/** Both sides of the gateway: the client's request and the upstream request, and both responses. */
export function UpstreamPane({ view, running }: { view: TraceView; running: boolean }) {
  const { record, rows } = useTrace(view);
  return record ? <BothSides record={record} rows={rows} running={running} /> : null;
}

function BothSides({ record, rows, running }: { record: Trace; rows: readonly TraceRow[]; running: boolean }) {
  const [view, setView] = useState<(typeof VIEWS)[number]["value"]>("requests");
  const { lane, upstream } = readUpstreamRoute(record);
  const side = useUpstreamSide(record, running);
  if (lane === undefined || lane === "sandbox") {
    return (
      <Words>
        {lane === undefined ? "Waiting for the response…" : "Answered by the built-in sandbox. No provider was called."}
      </Words>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1.5">
        <div className="w-44">
          <Segmented label="Compare both sides" options={VIEWS} value={view} onChange={setView} />
        </div>
        <p className="text-[13px] text-muted-foreground">
          {describeLane(lane, side ?? { upstream: upstream ?? null })}
        </p>
      </div>
      {view === "requests" ? (
        <Requests record={record} side={side} running={running} />
      ) : (
        <BothEvents record={record} rows={rows} side={side} />
      )}
    </div>
  );
}

function describeLane(lane: string, { upstream, model }: Partial<Pick<UpstreamSide, "upstream" | "model">>): string {
  // A model's ID starts with its upstream, but an alias does not.
  const where = model?.startsWith(`${upstream}/`) ? model : [upstream, model].filter(Boolean).join(" · ");
  if (lane === "translate") return `Translated for ${where}`;
  if (lane === "relay") return `Passed through to ${where}; only the model name changed`;
  return `Sent through an AI SDK package to ${where}`;
}

function Requests({
  record,
  side,
  running,
}: {
  record: Trace;
  side: UpstreamSide | null | undefined;
  running: boolean;
}) {
  const { request } = record;
  // Joined to one string, because the trace of a live run is a new object at each commit.
  const names = (side?.dropped ?? readUpstreamRoute(record).dropped).join(",");
  const { emulated } = readUpstreamRoute(record);
  const { paths, unplaced } = useMemo(
    () => placeDropped(parseJsonText(request), names.split(",").filter(Boolean)),
    [request, names],
  );
  const { method, path } = readRequestLine(record);
  return (
    <SplitPane>
      <TextBox title="Sent by the client" detail={`${method} ${path}`} copy={() => record.request}>
        {unplaced.length > 0 && (
          <p className="bg-warning/10 px-3 py-1.5 font-sans text-xs shadow-[inset_2px_0_0_var(--warning)]">
            <span className="font-mono">{unplaced.join(", ")}</span> {DROPPED}
          </p>
        )}
        {emulated.length > 0 && (
          <p className="px-3 py-1.5 font-sans text-muted-foreground text-xs">
            Done by the gateway, since the provider can’t: <span className="font-mono">{emulated.join(", ")}</span>
          </p>
        )}
        <JsonView text={record.request} marked={paths} markLabel={DROPPED} />
      </TextBox>
      <UpstreamRequest side={side} running={running} />
    </SplitPane>
  );
}

function UpstreamRequest({ side, running }: { side: UpstreamSide | null | undefined; running: boolean }) {
  if (!side?.sent) {
    return (
      <div className="min-h-0 min-w-0 flex-1">
        <Words>
          {running
            ? "Shown when the response has ended."
            : side === undefined
              ? "Loading the provider’s side…"
              : side === null
                ? "The provider’s side has expired. Showing your browser’s copy."
                : "The provider’s side was not saved."}
        </Words>
      </div>
    );
  }
  const { sent, answered } = side;
  const cut = byteLength(sent.body) < sent.body_bytes;
  return (
    <TextBox title="Sent to the provider" detail={`${sent.method} ${sent.url}`} copy={() => sent.body}>
      <details className="border-b px-3 py-1 font-sans text-xs">
        <summary className="py-0.5 text-muted-foreground">
          {sent.dialect} · {formatBytes(sent.body_bytes)} · {Object.keys(sent.headers).length} headers
          {answered && (
            <>
              {" · "}
              <StatusWord status={answered.status} />
            </>
          )}
        </summary>
        <div className="-mx-3 font-mono">
          <HeaderTable headers={Object.entries(sent.headers)} />
        </div>
      </details>
      {cut && <p className="px-3 pt-2 font-sans text-muted-foreground">Only the beginning was saved.</p>}
      <JsonView text={sent.body} />
    </TextBox>
  );
}

function BothEvents({
  record,
  rows,
  side,
}: {
  record: Trace;
  rows: readonly TraceRow[];
  side: UpstreamSide | null | undefined;
}) {
  const { requestId } = record;
  const [theirs, setTheirs] = useState<UpstreamEvents | null>();
  useEffect(() => {
    if (requestId === undefined) return setTheirs(null);
    let gone = false;
    void loadUpstreamEvents(requestId).then((found) => !gone && setTheirs(found ?? null));
    return () => {
      gone = true;
    };
  }, [requestId]);
  const dialect = toTraceDialect(side?.sent?.dialect);
  const upstreamRows = useMemo(() => {
    const read = createTraceRows(dialect);
    read.update(theirs?.events ?? [], 0);
    return read.rows();
  }, [theirs, dialect]);
  return (
    <SplitPane>
      <TextBox title="Sent to the client" detail={count(rows)} copy={() => record.events.map(getRawEvent).join("")}>
        <SideList label="Events to the client" rows={rows} timed />
      </TextBox>
      {theirs ? (
        <TextBox
          title="Received from the provider"
          detail={`${count(upstreamRows)}${theirs.timed ? ", timed by the gateway" : ""}`}
          copy={() => theirs.events.map(getRawEvent).join("")}
        >
          <SideList label="Events from the provider" rows={upstreamRows} timed={theirs.timed} />
        </TextBox>
      ) : (
        <div className="min-h-0 min-w-0 flex-1">
          <Words>
            {theirs === null
              ? "The provider’s events were not saved. The gateway saves them for translated streams, for a few minutes."
              : "Loading the provider’s events…"}
          </Words>
        </div>
      )}
    </SplitPane>
  );
}

const count = (rows: readonly TraceRow[]) => `${formatCount(rows.length)} events`;

const Words = ({ children }: { children: ReactNode }) => (
  <p className="px-4 py-6 text-[13px] text-muted-foreground">{children}</p>
);

/** Returns the saved upstream side, or the gateway's; null when neither has it, undefined while loading. */
function useUpstreamSide(record: Trace, running: boolean): UpstreamSide | null | undefined {
  const { requestId, other } = record;
  const [loaded, setLoaded] = useState<{ id: string; side: UpstreamSide | null }>();
  const wanted = other || running ? undefined : requestId;
  useEffect(() => {
    if (wanted === undefined) return;
    let gone = false;
    void loadUpstreamSide(wanted).then((side) => !gone && setLoaded({ id: wanted, side: side ?? null }));
    return () => {
      gone = true;
    };
  }, [wanted]);
  if (other) return other;
  if (requestId === undefined) return null;
  return loaded?.id === requestId ? loaded.side : undefined;
}
