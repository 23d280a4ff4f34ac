"use client";

import { useState } from "react";
import { writeVideoSample } from "#app/(playground)/videos/_model/code-samples.ts";
import { CodeDialog } from "#components/ui/code-dialog.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { listSentValues } from "#lib/playground/videos/video-parameters.ts";
import { VIDEO_ROUTES } from "#lib/playground/videos/video-request.ts";
import { useVideosState } from "./videos-context.tsx";

/** Shows the request in the fields as code that creates the task, waits for it and downloads the video. */
export function VideoCodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const draft = useVideosState((state) => state.draft);
  const [chosen, setRoute] = useState(draft.route);
  const route = draft.remixOf ? "videos" : chosen;
  const request = {
    ...draft,
    route,
    prompt: draft.prompt.trim() || (draft.remixOf ? "The same at night" : "A sailing boat at sunset"),
    values: listSentValues(draft.values, { model: draft.model, route }),
    reference: draft.remixOf ? undefined : draft.reference,
  };
  return (
    <CodeDialog
      open={open}
      onClose={onClose}
      write={(language) => writeVideoSample(language, { request, origin: location.origin })}
      files={request.reference !== undefined}
    >
      {!draft.remixOf && <Segmented label="Route" options={VIDEO_ROUTES} value={route} onChange={setRoute} />}
    </CodeDialog>
  );
}
