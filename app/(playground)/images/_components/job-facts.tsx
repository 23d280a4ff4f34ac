"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import type { ImageRun } from "#app/(playground)/images/_model/image-run.ts";
import { RouteNotice } from "#components/conversation/route-notice.tsx";
import { useElapsed } from "#components/conversation/use-elapsed.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Fact, FactLine } from "#components/ui/fact.tsx";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";

const JobCost = dynamic(() => import("./job-cost.tsx").then((module) => module.JobCost));

/** Facts of the request and its response: in the accent colour while it runs, muted when settled. */
export function JobFacts({ job, run }: { job: ImageJob; run: ImageRun | undefined }) {
  const { request, state, facts, usage, timings, route } = job;
  const set = Object.entries(request.values).map(([name, value]) => `${name} ${value}`);
  return (
    <footer className="flex flex-col gap-2">
      <FactLine
        className={clsx(
          "transition-colors duration-500",
          state === "running" ? "text-accent" : "text-muted-foreground",
        )}
      >
        {state === "stopped" && <Fact title="The gateway cancelled the provider’s request">Stopped</Fact>}
        {state === "interrupted" && <Fact title="The page was closed during generation">Interrupted</Fact>}
        {state === "running" && !run && (
          <Fact title="Not sent yet">{request.mask ? "Preparing the mask" : "Preparing"} …</Fact>
        )}
        {run ? (
          <Elapsed startedAt={run.startedAt} />
        ) : (
          timings.end !== undefined && <Fact title="Whole request">{formatDuration(timings.end)}</Fact>
        )}
        {timings.firstPreview !== undefined && (
          <Fact title="Time to the first preview">first preview {formatDuration(timings.firstPreview)}</Fact>
        )}
        {usage?.outputTokens !== undefined && (
          <Fact title={usageTitle(job)}>
            {formatCount(usage.inputTokens ?? 0)} in / {formatCount(usage.outputTokens)} out
          </Fact>
        )}
        {state === "complete" && <JobCost job={job} />}
        <Fact title="Model">{request.model}</Fact>
        {facts.quality && <Fact title="Quality of the result">{facts.quality} quality</Fact>}
        {facts.background && <Fact title="Background of the result">{facts.background}</Fact>}
        {route.lane && <Fact title="Routing">{route.upstream ?? route.lane}</Fact>}
        {route.requestId && (
          <span className="flex items-center gap-0.5">
            <Fact title="Request ID">{route.requestId}</Fact>
            <CopyButton size="small" label="Copy request ID" text={() => route.requestId ?? ""} />
          </span>
        )}
      </FactLine>
      {set.length > 0 && (
        <ul aria-label="Parameters sent" className="flex flex-wrap gap-1">
          {set.map((words) => (
            <li key={words} className="text-numeric rounded-full border px-2 py-0.5 text-muted-foreground">
              {words}
            </li>
          ))}
        </ul>
      )}
      <RouteNotice dropped={route.dropped} />
    </footer>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Fact title="Since the request was sent">{formatDuration(useElapsed(startedAt, true))}</Fact>;
}

function usageTitle({ usage }: ImageJob): string {
  const { textTokens, imageTokens } = usage ?? {};
  const details = [
    ...(textTokens === undefined ? [] : [`${formatCount(textTokens)} of text`]),
    ...(imageTokens === undefined ? [] : [`${formatCount(imageTokens)} of images`]),
  ];
  return ["Tokens, as counted by the provider", ...(details.length > 0 ? [`in: ${details.join(", ")}`] : [])].join(
    " · ",
  );
}
