"use client";

import { useMemo } from "react";
import {
  findRequestProblem,
  findUnsentProblems,
  listImageParameters,
} from "#app/(playground)/images/_model/image-parameters.ts";
import { PanelHeader } from "#components/parameters/panel-header.tsx";
import { ParameterRow } from "#components/parameters/parameter-row.tsx";
import { useParameterInSight } from "#components/parameters/use-parameter-in-sight.ts";
import { findRefusal } from "#components/parameters/use-refused-parameter.ts";
import { getOperation } from "#lib/playground/images/image-job.ts";
import type { ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { useImages, useImagesState, useSelectedJob } from "./images-context.tsx";

/** All parameters of the image routes. Those that the chosen model does not accept stay visible with the reason. */
export function ImagePanel({
  reveal,
  onClose,
}: {
  /** Parameter to scroll to. The count allows a request for the same one again. */
  reveal?: { name: string; count: number };
  onClose: () => void;
}) {
  const images = useImages();
  const draft = useImagesState((state) => state.draft);
  const operation = getOperation(draft);
  const { model, values } = draft;
  const groups = useMemo(
    () => [...Map.groupBy(listImageParameters({ model, operation }), ({ definition }) => definition.group)],
    [model, operation],
  );
  const unsent = findUnsentProblems(values, { model, operation });
  const wrong = findRequestProblem(draft, { model, operation });
  const refused = findRefusal(useSelectedJob()?.failure, values);
  const problems: Record<string, string> = {
    ...(refused ? { [refused.name]: refused.message } : {}),
    ...(wrong?.param ? { [wrong.param]: wrong.message } : {}),
    ...unsent,
  };
  const body = useParameterInSight({ refused: refused?.name, reveal });

  const setValue = (name: string, value: ParameterValue | undefined) => {
    const { [name]: _before, ...rest } = images.store.get().draft.values;
    images.changeDraft({ values: value === undefined ? rest : { ...rest, [name]: value } });
  };
  return (
    <>
      <PanelHeader
        setCount={Object.keys(values).length}
        onReset={() => images.changeDraft({ values: {} })}
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-8">
        {groups.map(([group, members]) => (
          <section key={group} className="pt-4">
            <h3 className="group-title pb-1">{group}</h3>
            {members.map(({ definition, unavailable }) => (
              <ParameterRow
                key={definition.name}
                parameter={definition}
                value={values[definition.name]}
                unavailable={unavailable}
                problem={problems[definition.name]}
                onChange={(value) => setValue(definition.name, value)}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
