"use client";

import { clsx } from "clsx";
import { Split } from "lucide-react";
import { memo } from "react";
import { getRequestTitle, LANE_NAMES } from "#app/(playground)/requests/_model/request-facts.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { formatCost } from "#lib/playground/models/cost.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { DialectName } from "./dialect-name.tsx";
import { LatencyBar } from "./latency-bar.tsx";
import { StatusMark } from "./status-mark.tsx";

/** Hides a column in narrow tables. On phones a row shows the most important values in two lines. */
const FROM_TABLET = "@max-[40rem]:hidden";
const FROM_DESKTOP = "@max-[60rem]:hidden";
const WHEN_WIDE = "@max-[76rem]:hidden";
const NUMBER = "text-right tabular-nums";

export const COLUMNS = [
  { name: "Status", className: `pl-4 text-left ${FROM_TABLET}` },
  { name: "Model", className: "text-left @max-[40rem]:pl-4" },
  { name: "API", className: `text-left ${FROM_TABLET}` },
  { name: "Provider", className: `text-left ${FROM_DESKTOP}` },
  { name: "Routing", className: `text-left ${WHEN_WIDE}` },
  { name: "Key", className: `text-left ${WHEN_WIDE}` },
  { name: "Tokens in / out", className: `text-right ${FROM_TABLET}` },
  { name: "First byte", className: `text-right ${FROM_DESKTOP}` },
  { name: "Total", className: `text-right ${FROM_TABLET}` },
  { name: "Cost", className: `text-right ${FROM_DESKTOP}` },
  { name: "Time", className: "pr-4 text-right" },
  { name: "Request ID", className: `pr-4 text-left ${WHEN_WIDE}` },
];

export const RequestRow = memo(function RequestRow({
  request,
  now,
  scale,
  open,
  onOpen,
}: {
  request: LoggedRequest;
  now: number;
  /** Duration at which a bar is full, in milliseconds. */
  scale: number;
  /** True while the row's details are shown. */
  open: boolean;
  onOpen: (request: LoggedRequest) => void;
}) {
  const { id, time, key, dialect, upstream, lane, status, first_byte_ms, total_ms, cost, cost_about } = request;
  const tokens = <Tokens request={request} />;
  return (
    <tr
      className={clsx(
        "relative [contain-intrinsic-size:auto_36px] [&>td]:border-b",
        open ? "[&>td]:bg-accent/[0.07]" : "hover:[&>td]:bg-foreground/[0.025]",
      )}
    >
      <td className={clsx(CELL, "pl-4", FROM_TABLET)}>
        <StatusMark status={status} />
      </td>
      <td className={clsx(CELL, "w-full max-w-0 @max-[40rem]:h-14 @max-[40rem]:pl-4")}>
        <span className="flex items-center gap-2">
          <span className="hidden @max-[40rem]:contents">
            <StatusMark status={status} />
          </span>
          <button
            type="button"
            data-row
            aria-expanded={open}
            onClick={() => onOpen(request)}
            className="min-w-0 truncate rounded text-left font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
          >
            {getRequestTitle(request)}
          </button>
          <Switched request={request} />
        </span>
        <span className="mt-0.5 hidden items-center gap-x-2 overflow-hidden text-muted-foreground text-xs @max-[40rem]:flex">
          <DialectName dialect={dialect} />
          <span className="whitespace-nowrap tabular-nums">{tokens}</span>
          <span className="whitespace-nowrap tabular-nums">{formatDuration(total_ms)}</span>
        </span>
      </td>
      <td className={clsx(CELL, "text-[13px] text-muted-foreground", FROM_TABLET)}>
        <DialectName dialect={dialect} />
      </td>
      <td className={clsx(CELL, "max-w-36 text-[13px]", FROM_DESKTOP)}>
        {upstream === null ? (
          DASH
        ) : (
          <span className="flex items-center gap-1.5">
            <ProviderMark provider={upstream} />
            <span className="truncate">{upstream}</span>
          </span>
        )}
      </td>
      <td className={clsx(CELL, "text-[13px] text-muted-foreground", WHEN_WIDE)}>
        {lane ? (LANE_NAMES[lane] ?? lane) : DASH}
      </td>
      <td className={clsx(CELL, "max-w-32 truncate text-[13px] text-muted-foreground", WHEN_WIDE)}>
        {key?.name ?? DASH}
      </td>
      <td className={clsx(CELL, NUMBER, "text-[13px]", FROM_TABLET)}>{tokens}</td>
      <td className={clsx(CELL, NUMBER, "text-[13px] text-muted-foreground", FROM_DESKTOP)}>
        {first_byte_ms === null ? DASH : formatDuration(first_byte_ms)}
      </td>
      <td className={clsx(CELL, FROM_TABLET)}>
        <LatencyBar firstByte={first_byte_ms} total={total_ms} scale={scale} failed={status >= 400} />
      </td>
      <td className={clsx(CELL, NUMBER, "text-[13px]", FROM_DESKTOP, cost === null && "text-muted-foreground")}>
        {cost === null ? DASH : formatCost({ amount: cost, about: cost_about })}
      </td>
      <td className={clsx(CELL, NUMBER, "pr-4 text-[13px] text-muted-foreground")}>
        <span className="relative z-[1]">
          <RelativeTime time={time} now={now} />
        </span>
      </td>
      <td className={clsx(CELL, "pr-4", WHEN_WIDE)}>
        <span className="relative z-[1] flex items-center justify-between gap-0.5">
          <code
            className="max-w-28 truncate @min-[92rem]:max-w-none font-mono text-[12px] text-muted-foreground"
            title={id}
          >
            {id}
          </code>
          <CopyButton size="small" label={`Copy the ID ${id}`} text={() => id} />
        </span>
      </td>
    </tr>
  );
});

const CELL = "h-9 whitespace-nowrap px-2 py-0";
const DASH = <span className="text-muted-foreground">–</span>;

/** Sign of a request that switched from one model of its route to another. */
function Switched({ request: { attempts } }: { request: LoggedRequest }) {
  if (attempts.length < 2) return null;
  const words = `${attempts.length} attempts, the last by ${attempts.at(-1)?.model}`;
  return (
    <span role="img" aria-label={words} data-tooltip={words} className="relative z-[1] text-muted-foreground">
      <Split aria-hidden className="size-3.5" />
    </span>
  );
}

function Tokens({ request: { input_tokens, output_tokens, video_seconds, images } }: { request: LoggedRequest }) {
  if (video_seconds !== null) return `${formatCount(video_seconds)} s of video`;
  const hasNone = input_tokens === null && output_tokens === null;
  if (hasNone && images !== null) return `${formatCount(images)} ${images === 1 ? "image" : "images"}`;
  if (hasNone) return DASH;
  return (
    <>
      {input_tokens === null ? "–" : formatCount(input_tokens)}
      <span className="text-muted-foreground"> / </span>
      {output_tokens === null ? "–" : formatCount(output_tokens)}
    </>
  );
}
