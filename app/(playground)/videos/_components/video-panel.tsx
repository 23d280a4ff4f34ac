"use client";

import { PanelHeader } from "#components/parameters/panel-header.tsx";
import { ParameterRow } from "#components/parameters/parameter-row.tsx";
import { useParameterInSight } from "#components/parameters/use-parameter-in-sight.ts";
import { findRefusal } from "#components/parameters/use-refused-parameter.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { listVideoParameters } from "#lib/playground/videos/video-parameters.ts";
import { VIDEO_ROUTES } from "#lib/playground/videos/video-request.ts";
import { useVideos, useVideosState } from "./videos-context.tsx";

/** Parameters of the chosen route, and the set ones that it does not have. */
export function VideoPanel({
  reveal,
  onClose,
}: {
  /** Parameter to scroll to. The count allows a request for the same one again. */
  reveal?: { name: string; count: number };
  onClose: () => void;
}) {
  const videos = useVideos();
  const { model, values, route, remixOf } = useVideosState((state) => state.draft);
  const failure = useVideosState(({ submissions, selected }) => submissions.find(({ id }) => id === selected)?.failure);
  const refused = findRefusal(failure, values);
  const body = useParameterInSight({ refused: refused?.name, reveal });
  return (
    <>
      <PanelHeader
        setCount={Object.keys(values).length}
        onReset={() => videos.changeDraft({ values: {} })}
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-8">
        <section className="pt-4">
          <h3 className="group-title pb-2">Route</h3>
          <Segmented
            label="Route"
            options={VIDEO_ROUTES}
            value={route}
            onChange={(next) => videos.changeDraft({ route: next })}
          />
          <p className="pt-2 text-muted-foreground text-xs">
            {remixOf
              ? "A remix always uses /v1/videos/{id}/remix and takes only a prompt."
              : "Both create the same task, readable as a video and as an operation."}
          </p>
        </section>
        <section className="pt-4">
          <h3 className="group-title pb-1">Video</h3>
          {listVideoParameters({ model, route }).map(({ definition, unavailable }) => (
            <ParameterRow
              key={definition.name}
              parameter={definition}
              value={values[definition.name]}
              unavailable={unavailable}
              problem={refused?.name === definition.name ? refused.message : undefined}
              onChange={(value) => {
                const { [definition.name]: _before, ...rest } = videos.store.get().draft.values;
                videos.changeDraft({ values: value === undefined ? rest : { ...rest, [definition.name]: value } });
              }}
            />
          ))}
        </section>
      </div>
    </>
  );
}
