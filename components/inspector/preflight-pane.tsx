"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { formatCost } from "#lib/playground/models/cost.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { loadPreflight } from "#lib/playground/trace/load-preflight.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";
import { gatewayQueries } from "../gateway-queries.ts";
import { IconButton } from "../ui/button.tsx";
import { HeaderTable } from "./header-table.tsx";
import { JsonView } from "./json-view.tsx";
import { TextBox } from "./text-box.tsx";

/** Shows what the recorded request would become now: its model, lost fields, price, and the provider’s request. */
export function PreflightPane(props: { record: Trace; onClose: () => void }) {
  // Pages with an inspector have no queries of their own.
  return (
    <QueryClientProvider client={gatewayQueries}>
      <Preflight {...props} />
    </QueryClientProvider>
  );
}

function Preflight({ record, onClose }: { record: Trace; onClose: () => void }) {
  const { data, error, isPending } = useQuery({
    queryKey: ["preflight", record.head, record.request],
    queryFn: () => loadPreflight(record),
    // The state of a route changes: a closed result is asked for again.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <TextBox
      title="Preflight"
      detail="Nothing was sent"
      action={
        <IconButton label="Close preflight" size="small" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      }
      copy={() => JSON.stringify(data ?? {}, null, 2)}
    >
      <div aria-live="polite" className="font-sans text-[13px]">
        {isPending && <p className="px-3 py-3 text-muted-foreground">Asking the gateway…</p>}
        {error && <p className="px-3 py-3 text-destructive [overflow-wrap:anywhere]">{error.message}</p>}
        {data && <Facts reply={data} />}
      </div>
      {data?.request && (
        <section aria-label="Request to the provider" className="border-t">
          <p className="px-3 pt-2 [overflow-wrap:anywhere]">
            <span className="text-accent">{data.request.method}</span> {data.request.url}
          </p>
          <HeaderTable headers={Object.entries(data.request.headers)} />
          <JsonView text={JSON.stringify(data.request.body)} />
        </section>
      )}
    </TextBox>
  );
}

const LANES: Record<PreflightReply["lane"], string> = {
  relay: "Passed through",
  translate: "Translated",
  bridge: "Sent through an AI SDK package",
  sandbox: "Answered by the built-in sandbox",
};

const STATES: Record<PreflightReply["targets"][number]["state"], string> = {
  ready: "ready",
  busy: "busy",
  open: "out of use",
  "half-open": "being tried again",
};

function Facts({ reply }: { reply: PreflightReply }) {
  const { target, reason, lane, dropped, targets, input_tokens: input, max_output_tokens: output } = reply;
  const cost = reply.worst_case_usd;
  return (
    <dl className="flex flex-col gap-2 px-3 py-3">
      <Fact name="Model">
        <span className="font-mono text-xs [overflow-wrap:anywhere]">{target}</span>
        <span className="block text-muted-foreground">{reason}</span>
      </Fact>
      <Fact name="How">{LANES[lane]}</Fact>
      <Fact name="Ignored">
        {dropped.length === 0 ? (
          "No field"
        ) : (
          <span className="font-mono text-warning text-xs [overflow-wrap:anywhere]">{dropped.join(", ")}</span>
        )}
      </Fact>
      {reply.images !== null && <Fact name="Images">{formatCount(reply.images)}</Fact>}
      {reply.video_seconds !== null && <Fact name="Video">{formatCount(reply.video_seconds)} s</Fact>}
      <Fact name="Prompt">
        {formatCount(input)} tokens{reply.input_tokens_by === "estimate" && ", estimated"}
      </Fact>
      {reply.images === null && reply.video_seconds === null && (
        <Fact name="Response">{output === null ? "No known limit" : `At most ${formatCount(output)} tokens`}</Fact>
      )}
      <Fact name="Price">
        {cost === null ? "Unknown" : cost === 0 ? "Free" : `At most ${formatCost({ amount: cost, about: false })}`}
      </Fact>
      {targets.length > 1 && (
        <Fact name="Order">
          <ol className="flex flex-col gap-1">
            {targets.map(({ model, state, lost }) => (
              <li key={model} className={clsx(state !== "ready" && "text-muted-foreground")}>
                <span className="font-mono text-xs [overflow-wrap:anywhere]">{model}</span> · {STATES[state]}
                {lost.length > 0 && <span className="text-warning"> · would ignore {lost.join(", ")}</span>}
              </li>
            ))}
          </ol>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-muted-foreground">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  );
}
