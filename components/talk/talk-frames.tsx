"use client";

import type { Store } from "#lib/playground/shell/create-store.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { type FrameLog, MAXIMUM_FRAMES, type TalkFrame } from "#lib/playground/talk/talk-frames.ts";
import { FrameHead } from "../connected-tools/frame-list.tsx";
import { JsonView } from "../inspector/json-view.tsx";
import { LazyDetails } from "../ui/lazy-details.tsx";
import { useStore } from "../use-store.ts";

/** Every message of a session's socket, folded until it is opened. */
export function TalkFrames({ log }: { log: Store<FrameLog> }) {
  return (
    <LazyDetails
      className="text-[13px]"
      summaryClassName="cursor-pointer text-muted-foreground text-xs pointer-coarse:py-2"
      summary="Messages of the socket"
    >
      {() => <FrameList log={log} />}
    </LazyDetails>
  );
}

function FrameList({ log }: { log: Store<FrameLog> }) {
  const { frames, total } = useStore(log, (state) => state);
  return (
    <>
      <p className="py-1.5 text-muted-foreground text-xs">
        {countOf(total, "message")}
        {frames.length === MAXIMUM_FRAMES && `; the last ${formatCount(MAXIMUM_FRAMES)} are listed`}
      </p>
      <ol aria-label="Messages of the socket" className="flex flex-col gap-1.5">
        {frames.map((frame) => (
          <Frame key={frame.number} frame={frame} />
        ))}
      </ol>
    </>
  );
}

function Frame({ frame: { direction, type, at, count, audioBytes, text } }: { frame: TalkFrame }) {
  const facts = [
    ...(count > 1 ? [`× ${formatCount(count)}`] : []),
    ...(audioBytes > 0 ? [`${formatCount(audioBytes)} bytes`] : []),
  ];
  return (
    <li className="overflow-hidden rounded-[10px] border">
      <LazyDetails
        summaryClassName="cursor-pointer list-none -outline-offset-2 pointer-coarse:py-1.5"
        summary={<FrameHead direction={direction} kind={type} at={at} facts={facts.join(" · ")} />}
      >
        {() => (
          <div className="border-t">
            <JsonView text={text} />
          </div>
        )}
      </LazyDetails>
    </li>
  );
}
