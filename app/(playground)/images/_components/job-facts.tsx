"use client";

import { clsx } from "clsx";
import { Info } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ImageRun } from "#app/(playground)/images/_model/image-run.ts";
import { RouteNotice } from "#components/conversation/route-notice.tsx";
import { useElapsed } from "#components/conversation/use-elapsed.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Fact, FactLine } from "#components/ui/fact.tsx";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

const JobDetails = dynamic(() => import("./job-details.tsx").then((module) => module.JobDetails));
const JobCost = dynamic(() => import("./job-cost.tsx").then((module) => module.JobCost));

/**
 * Facts of the request and its response in one line: time, cost and size; the others on demand. In the accent colour
 * while it runs, muted when settled.
 */
export function JobFacts({ job, run }: { job: ImageJob; run: ImageRun | undefined }) {
  const { request, state, timings, route } = job;
  const [open, setOpen] = useState(false);
  const size = job.images[0];
  return (
    <>
      <div className="flex min-w-0 items-center gap-1">
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
          {state === "complete" && <JobCost job={job} />}
          {size && (
            <Fact title="Size in pixels">
              {size.width} × {size.height}
            </Fact>
          )}
        </FactLine>
        <IconButton size="small" label="Details" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Info />
        </IconButton>
      </div>
      {(open || route.dropped.length > 0) && (
        <div className="order-last flex basis-full flex-col gap-2 pt-1">
          {open && <JobDetails job={job} />}
          <RouteNotice route={route} />
        </div>
      )}
    </>
  );
}

function Elapsed({ startedAt }: { startedAt: number }) {
  return <Fact title="Since the request was sent">{formatDuration(useElapsed(startedAt, true))}</Fact>;
}
