"use client";

import type { Submission } from "#app/(playground)/videos/_model/videos.ts";
import { showParameter } from "#components/parameters/show-parameter.ts";
import { FailureCard } from "#components/ui/failure-card.tsx";
import { expectedSize } from "#lib/playground/videos/video-parameters.ts";
import { readSize } from "#lib/playground/videos/video-task.ts";
import { StageArticle } from "./stage-article.tsx";
import { useTasks, useVideos } from "./videos-context.tsx";
import { WaitingFrame } from "./waiting-frame.tsx";

/** A request that the gateway has not yet answered with a task, or has refused. */
export function SubmissionView({ submission }: { submission: Submission }) {
  const videos = useVideos();
  const { seen } = useTasks();
  const { id, request, state, resending, failure } = submission;
  const source = request.remixOf === undefined ? undefined : seen.get(request.remixOf);
  const size = source ?? readSize(expectedSize(request.values, request.model)) ?? { width: 1280, height: 720 };
  const edit = () => {
    videos.takeBack(request);
    videos.dropSubmission(id);
    document.querySelector<HTMLElement>("#composer")?.focus();
  };
  return (
    <StageArticle state={state} prompt={request.prompt} size={size}>
      {state === "sending" ? (
        <WaitingFrame size={size} words={resending ? "No response, retrying" : "Sending"} />
      ) : (
        failure && (
          <FailureCard
            failure={failure}
            setParameters={Object.keys(request.values)}
            request={id}
            handlers={{
              onRetry: () => void videos.resend(id),
              onRemoveParameter: (name) => {
                const { [name]: _refused, ...values } = request.values;
                videos.takeBack({ ...request, values });
                videos.dropSubmission(id);
                void videos.generate();
              },
              onEdit: edit,
              onShowParameter: (name) => showParameter({ name }),
            }}
          />
        )
      )}
    </StageArticle>
  );
}
