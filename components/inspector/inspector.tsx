"use client";

import { Tabs } from "@base-ui/react/tabs";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { TraceSource } from "#lib/playground/inspector/trace-view.ts";
import type { SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";
import type { ReplayClock } from "#lib/playground/trace/replays.ts";
import { useStore } from "../use-store.ts";
import { AttemptStrip } from "./attempt-strip.tsx";
import { CodePane } from "./code-pane.tsx";
import { EventsPane } from "./events-pane.tsx";
import { InspectorHeader, type InspectorSteps } from "./inspector-header.tsx";
import { RequestPane } from "./request-pane.tsx";
import { ResponsePane } from "./response-pane.tsx";
import { UpstreamPane } from "./upstream-pane.tsx";
import { useHasTrace, useTraceView } from "./use-trace.ts";

const PromptCacheStrip = dynamic(() => import("./prompt-cache-strip.tsx").then((module) => module.PromptCacheStrip));

/** The selected tab, preserved when the request changes and when the inspector is closed and reopened. */
const chosenTab = createStore<{ tab: string }>({ tab: "events" });

/**
 * Inspector for the trace of one request, live or saved. Independent of the page: it reads only `live` or `record`. Its
 * parts subscribe to the trace themselves, so the frame does not re-render while events arrive.
 */
export function Inspector({
  live,
  record,
  running,
  replay,
  steps,
  writeCode,
  actions,
  first,
  frames,
  absent = "There is no trace for this request.",
  onClose,
}: TraceSource & {
  running: boolean;
  /** Replay in progress, whose events are shown. */
  replay?: ReplayClock;
  /** Number of the request and of all requests. */
  steps?: InspectorSteps;
  writeCode?: (language: SampleLanguage) => string;
  /** More buttons in the header. */
  actions?: ReactNode;
  /** Replaces the events when the response has none. */
  first?: { label: string; content: ReactNode };
  /** Messages of MCP servers that its tool calls led to. */
  frames?: ReactNode;
  /** Message shown when there is no trace. */
  absent?: string;
  onClose?: () => void;
}) {
  const view = useTraceView({ live, record, running });
  const hasRecord = useHasTrace(view);
  const { tab } = useStore(chosenTab, (state) => state);
  const tabs = [
    first?.label ?? "events",
    "request",
    "response",
    ...(first ? [] : ["upstream"]),
    ...(writeCode ? ["code"] : []),
    ...(frames ? ["mcp"] : []),
  ];
  return (
    <Tabs.Root
      value={tabs.includes(tab) ? tab : tabs[0]}
      onValueChange={(value) => chosenTab.set({ tab: String(value) })}
      className="@container flex min-h-0 flex-1 flex-col"
    >
      <InspectorHeader tabs={tabs} steps={steps} actions={actions} onClose={onClose} />
      {first && <Panel value={first.label}>{first.content}</Panel>}
      {hasRecord ? (
        <>
          <AttemptStrip view={view} />
          {!running && <PromptCacheStrip view={view} />}
          <Panel value="events">
            <EventsPane view={view} live={running} replay={replay} />
          </Panel>
          <Panel value="request">
            <RequestPane view={view} />
          </Panel>
          <Panel value="response">
            <ResponsePane view={view} />
          </Panel>
          <Panel value="upstream">
            <UpstreamPane view={view} running={running} />
          </Panel>
          {frames && <Panel value="mcp">{frames}</Panel>}
          {writeCode && (
            <Panel value="code">
              <CodePane write={writeCode} />
            </Panel>
          )}
        </>
      ) : (
        tabs
          .filter((value) => value !== first?.label)
          .map((value) => (
            <Panel key={value} value={value}>
              <p className="px-4 py-6 text-[13px] text-muted-foreground">{absent}</p>
            </Panel>
          ))
      )}
    </Tabs.Root>
  );
}

function Panel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className="flex min-h-0 flex-1 flex-col -outline-offset-2">
      {children}
    </Tabs.Panel>
  );
}
