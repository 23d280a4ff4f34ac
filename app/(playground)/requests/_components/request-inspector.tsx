"use client";

import { useEffect, useMemo, useState } from "react";
import {
  createTimingReader,
  findTextDialect,
  loadLoggedTrace,
} from "#app/(playground)/requests/_model/load-logged-trace.ts";
import { rowKey } from "#app/(playground)/requests/_model/request-rows.ts";
import { Inspector } from "#components/inspector/inspector.tsx";
import { ReplayControls } from "#components/inspector/replay-controls.tsx";
import { useStore } from "#components/use-store.ts";
import type { LoggedRequest } from "#lib/contract/logged-request.ts";
import { EMPTY_RESPONSE } from "#lib/playground/conversation/model-response.ts";
import { writeTextSample } from "#lib/playground/samples/text-samples.ts";
import { readSampleRequest } from "#lib/playground/trace/read-sample-request.ts";
import { replays, selectReplay, showReplay } from "#lib/playground/trace/replays.ts";
import { canReplay, startReplay } from "#lib/playground/trace/start-replay.ts";
import type { Trace } from "#lib/playground/trace/trace.ts";

const NOT_KEPT =
  "No trace for this request. Traces are saved for five minutes when a request sends x-gateway-keep: events (the playground always does), and only the key that sent it can view them. For longer, turn on “Record bodies” of its key.";

/** Inspector of the selected request, while the gateway has its trace. */
export function RequestInspector({ request, onClose }: { request: LoggedRequest | undefined; onClose: () => void }) {
  if (!request?.exchange && !request?.recorded) {
    return (
      <Inspector running={false} onClose={onClose} absent={request ? NOT_KEPT : "Select a request to see its trace."} />
    );
  }
  return <SavedRequestInspector key={rowKey(request)} request={request} onClose={onClose} />;
}

function SavedRequestInspector({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
  const [record, setRecord] = useState<Trace | "gone">();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reloaded row is the same request
  useEffect(() => {
    let left = false;
    void loadLoggedTrace(request).then((loaded) => !left && setRecord(loaded ?? "gone"));
    return () => {
      left = true;
    };
  }, []);
  const replayName = `request ${rowKey(request)}`;
  const replay = useStore(replays, selectReplay(replayName));
  const known = record === "gone" ? undefined : record;
  const page =
    findTextDialect(request)?.page ?? (request.dialect === "google-interactions" ? "interactions" : undefined);
  const sample = useMemo(() => known && readSampleRequest(known), [known]);
  return (
    <Inspector
      {...(replay ? { live: replay.trace, replay } : known ? { record: known } : {})}
      running={replay !== undefined}
      absent={record === "gone" ? "This trace has expired." : ""}
      {...(page && sample
        ? { writeCode: (language) => writeTextSample(language, { request: sample, page, origin: location.origin }) }
        : {})}
      actions={
        known &&
        canReplay(known) && (
          <ReplayControls
            replay={replay}
            onPlay={() =>
              showReplay(
                startReplay({
                  turnId: replayName,
                  record: known,
                  answer: createTimingReader(request),
                  settled: EMPTY_RESPONSE,
                }),
              )
            }
          />
        )
      }
      onClose={onClose}
    />
  );
}
