"use client";

import { Tabs } from "@base-ui/react/tabs";
import { ChevronLeft, ChevronRight, CircleHelp, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { TRACE_DOCS } from "#lib/playground/docs/docs-links.ts";
import type { TraceSource } from "#lib/playground/inspector/trace-view.ts";
import type { SampleLanguage } from "#lib/playground/samples/sample-text.ts";
import { createStore } from "#lib/playground/shell/create-store.ts";
import { IconButton } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";
import { CodePane } from "./code-pane.tsx";
import { EventsPane } from "./events-pane.tsx";
import { RequestPane } from "./request-pane.tsx";
import { ResponsePane } from "./response-pane.tsx";
import { TraceFacts } from "./trace-facts.tsx";
import { UpstreamPane } from "./upstream-pane.tsx";
import { useHasTrace, useTraceView } from "./use-trace.ts";

export type InspectorSteps = { at: number; count: number; onStep: (by: -1 | 1) => void };

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
  wholeTime,
  steps,
  writeCode,
  actions,
  first,
  absent = "There is no trace for this request.",
  onClose,
}: TraceSource & {
  running: boolean;
  /** Total duration when known before the end, as for a replay. */
  wholeTime?: number;
  /** Number of the request and of all requests. */
  steps?: InspectorSteps;
  writeCode?: (language: SampleLanguage) => string;
  /** More buttons in the header. */
  actions?: ReactNode;
  /** Replaces the events when the response has none. */
  first?: { label: string; content: ReactNode };
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
  ];
  return (
    <Tabs.Root
      value={tabs.includes(tab) ? tab : tabs[0]}
      onValueChange={(value) => chosenTab.set({ tab: String(value) })}
      className="flex min-h-0 flex-1 flex-col"
    >
      <header className="flex h-10 shrink-0 items-center gap-2 border-b pr-1.5 pl-2 max-sm:h-auto max-sm:flex-wrap max-sm:py-1">
        <Tabs.List aria-label="Trace views" className="flex shrink-0 items-center overflow-x-auto">
          {tabs.map((value) => (
            <Tabs.Tab
              key={value}
              value={value}
              className="h-7 rounded-lg px-2.5 text-[13px] text-muted-foreground capitalize transition-colors duration-150 hover:text-foreground data-active:bg-foreground/[0.07] data-active:text-foreground pointer-coarse:h-10"
            >
              {value === "upstream" ? "provider" : value}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {hasRecord && <TraceFacts view={view} live={running} />}
        <span className="flex-1" />
        {actions}
        {steps && <Steps {...steps} />}
        <Link
          href={TRACE_DOCS}
          prefetch={false}
          aria-label="Docs for the inspector"
          data-tooltip="Docs for the inspector"
          className="grid size-7 shrink-0 place-items-center rounded-lg text-muted-foreground hover:bg-foreground/[0.06] hover:text-foreground max-sm:hidden pointer-coarse:size-9 [&>svg]:size-3.5"
        >
          <CircleHelp aria-hidden />
        </Link>
        {onClose && (
          <IconButton label="Close inspector" keys="Mod+." size="small" className="max-sm:ml-auto" onClick={onClose}>
            <X />
          </IconButton>
        )}
      </header>
      {first && <Panel value={first.label}>{first.content}</Panel>}
      {hasRecord ? (
        <>
          <Panel value="events">
            <EventsPane view={view} live={running} wholeTime={wholeTime} />
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

function Steps({ at, count, onStep }: InspectorSteps) {
  return (
    <div className="flex shrink-0 items-center">
      <IconButton label="Previous request" size="small" disabled={at === 0} onClick={() => onStep(-1)}>
        <ChevronLeft />
      </IconButton>
      <span className="text-numeric whitespace-nowrap text-muted-foreground" aria-live="polite">
        Request {at + 1} of {count}
      </span>
      <IconButton label="Next request" size="small" disabled={at === count - 1} onClick={() => onStep(1)}>
        <ChevronRight />
      </IconButton>
    </div>
  );
}
