"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { byteLength } from "#lib/playground/inspector/trace-rows.ts";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { canPreflight } from "#lib/playground/trace/load-preflight.ts";
import { readRequestHeaders, readRequestLine } from "#lib/playground/trace/trace.ts";
import { Button } from "../ui/button.tsx";
import { HeaderTable } from "./header-table.tsx";
import { JsonView } from "./json-view.tsx";
import { SplitPane, TextBox } from "./text-box.tsx";
import { useTrace } from "./use-trace.ts";
import { writeHeaders } from "./write-headers.ts";

const PreflightPane = dynamic(() => import("./preflight-pane.tsx").then((module) => module.PreflightPane));

/** The request sent by the page: request line, headers and body. */
export function RequestPane({ view }: { view: TraceView }) {
  const { record } = useTrace(view);
  /** Text of the request whose preflight is shown; that of another request is asked for anew. */
  const [asked, setAsked] = useState<string>();
  if (!record) return null;
  const { method, path } = readRequestLine(record);
  const headers = readRequestHeaders(record);
  return (
    <SplitPane>
      <div className="flex min-h-0 flex-[2]">
        <TextBox
          title="Request body"
          detail={formatBytes(byteLength(record.request))}
          action={
            canPreflight(record) &&
            asked !== record.request && (
              <Button size="small" variant="ghost" onClick={() => setAsked(record.request)}>
                Preflight
              </Button>
            )
          }
          copy={() => record.request}
        >
          <JsonView text={record.request} />
        </TextBox>
      </div>
      {asked === record.request && (
        <div className="flex min-h-0 flex-[2]">
          <PreflightPane record={record} onClose={() => setAsked(undefined)} />
        </div>
      )}
      <div className="flex min-h-0 flex-1">
        <TextBox
          title="Request headers"
          detail={record.startedAt && new Date(record.startedAt).toLocaleTimeString()}
          copy={() => writeHeaders(`${method} ${path}`, headers)}
        >
          <p className="px-3 pt-2 [overflow-wrap:anywhere]">
            <span className="text-accent">{method}</span> {path}
          </p>
          <HeaderTable headers={headers} />
          <p className="px-3 pb-2 font-sans text-muted-foreground">
            Your browser also sends its own headers, including your session cookie.
          </p>
        </TextBox>
      </div>
    </SplitPane>
  );
}
