import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";

/** All that is known of a request and its response, by name. */
export function JobDetails({ job }: { job: ImageJob }) {
  const { request, facts, usage, timings, route, images } = job;
  const sent = Object.entries(request.values).map(([name, value]) => `${name} ${value}`);
  return (
    <dl
      aria-label="Details"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 rounded-xl border bg-card px-3.5 py-2.5 text-[13px]"
    >
      <Detail name="Model">{request.model}</Detail>
      {route.lane && <Detail name="Routing">{route.upstream ?? route.lane}</Detail>}
      {timings.firstPreview !== undefined && (
        <Detail name="First preview">after {formatDuration(timings.firstPreview)}</Detail>
      )}
      {usage?.outputTokens !== undefined && <Detail name="Tokens">{describeUsage(job)}</Detail>}
      {facts.quality && <Detail name="Quality">{facts.quality}</Detail>}
      {facts.background && <Detail name="Background">{facts.background}</Detail>}
      {images.length > 0 && (
        <Detail name={images.length === 1 ? "File" : "Files"}>
          {images.map(({ mediaType, size }) => `${mediaType.replace("image/", "")} ${formatBytes(size)}`).join(" · ")}
        </Detail>
      )}
      {sent.length > 0 && <Detail name="Parameters sent">{sent.join(" · ")}</Detail>}
      {route.requestId && (
        <Detail name="Request ID">
          <span className="flex items-center gap-1">
            <code className="truncate font-mono text-xs">{route.requestId}</code>
            <CopyButton size="small" label="Copy request ID" text={() => route.requestId ?? ""} />
          </span>
        </Detail>
      )}
    </dl>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function describeUsage({ usage }: ImageJob): string {
  const { inputTokens = 0, outputTokens = 0, textTokens, imageTokens } = usage ?? {};
  const parts = [
    ...(textTokens === undefined ? [] : [`${formatCount(textTokens)} of text`]),
    ...(imageTokens === undefined ? [] : [`${formatCount(imageTokens)} of images`]),
  ];
  const input = `${formatCount(inputTokens)} in${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
  return `${input} / ${formatCount(outputTokens)} out`;
}
