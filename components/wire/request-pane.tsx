"use client";

import { byteLength } from "#lib/playground/inspector/wire-rows.ts";
import type { WireView } from "#lib/playground/inspector/wire-view.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { requestHeadersOf, requestLineOf } from "#lib/playground/trace/wire-record.ts";
import { HeaderTable } from "./header-table.tsx";
import { JsonView } from "./json-view.tsx";
import { useWire } from "./use-wire.ts";
import { WireSplit, WireText } from "./wire-text.tsx";
import { writeHeaders } from "./write-headers.ts";

/** The request sent by the page: request line, headers and body. */
export function RequestPane({ view }: { view: WireView }) {
  const { record } = useWire(view);
  if (!record) return null;
  const { method, path } = requestLineOf(record);
  const headers = requestHeadersOf(record);
  return (
    <WireSplit>
      <div className="flex min-h-0 flex-[2]">
        <WireText title="Request body" detail={formatBytes(byteLength(record.request))} copy={() => record.request}>
          <JsonView text={record.request} />
        </WireText>
      </div>
      <div className="flex min-h-0 flex-1">
        <WireText
          title="Request headers"
          detail={record.startedAt && new Date(record.startedAt).toLocaleTimeString()}
          copy={() => writeHeaders(`${method} ${path}`, headers)}
        >
          <p className="px-3 pt-2 [overflow-wrap:anywhere]">
            <span className="text-accent">{method}</span> {path}
          </p>
          <HeaderTable headers={headers} />
          <p className="px-3 pb-2 font-sans text-muted-foreground">
            The browser adds its own headers, among them the cookie that stands for your key.
          </p>
        </WireText>
      </div>
    </WireSplit>
  );
}
