"use client";

import { writeSample } from "#app/(playground)/images/_model/code-samples.ts";
import { listSentValues } from "#app/(playground)/images/_model/image-parameters.ts";
import { CodeDialog } from "#components/ui/code-dialog.tsx";
import { getOperation } from "#lib/playground/images/image-job.ts";
import { useImagesState } from "./images-context.tsx";

/** Shows the request in the fields as code. */
export function ImageCodeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const draft = useImagesState((state) => state.draft);
  const request = {
    ...draft,
    prompt: draft.prompt.trim() || "A lighthouse at dusk",
    values: listSentValues(draft.values, { model: draft.model, operation: getOperation(draft) }),
  };
  return (
    <CodeDialog
      open={open}
      onClose={onClose}
      write={(language) => writeSample(language, { request, origin: location.origin })}
      files={request.sources.length > 0}
    />
  );
}
