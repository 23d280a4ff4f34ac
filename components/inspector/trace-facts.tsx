import { clsx } from "clsx";
import type { TraceView } from "#lib/playground/inspector/trace-view.ts";
import { formatBytes, formatDuration } from "#lib/playground/streams/metrics.ts";
import { Fact, FactLine } from "../ui/fact.tsx";
import { useTrace } from "./use-trace.ts";

/** Metrics of the shown request, in the accent colour while it runs. */
export function TraceFacts({ view, live }: { view: TraceView; live: boolean }) {
  const { metrics, record } = useTrace(view);
  const status = record?.status;
  const { firstByte, firstToken, tokensPerSecond, estimated, total, bytes } = metrics;
  return (
    <FactLine
      oneLine
      className={clsx(
        "fade-end transition-colors duration-500 sm:pr-5 max-sm:order-last max-sm:w-full max-sm:px-2 max-sm:pb-1 max-sm:[mask-image:none]",
        live ? "text-accent" : "text-muted-foreground",
      )}
    >
      {status !== undefined && (
        <Fact title="Response status">
          <span className={clsx(status >= 400 && "text-destructive")}>HTTP {status}</span>
        </Fact>
      )}
      {firstByte !== undefined && <Fact title="Time to response headers">first byte {formatDuration(firstByte)}</Fact>}
      {firstToken !== undefined && <Fact title="Time to first token">first token {formatDuration(firstToken)}</Fact>}
      {tokensPerSecond !== undefined && (
        <Fact
          title={
            estimated ? "Estimated from characters" : "Output tokens divided by the time from the first to the last"
          }
        >
          {estimated && "~"}
          {tokensPerSecond.toFixed(1)} tok/s
        </Fact>
      )}
      {total !== undefined && <Fact title="Whole request">total {formatDuration(total)}</Fact>}
      <Fact title="Response body size">{formatBytes(bytes)}</Fact>
    </FactLine>
  );
}
