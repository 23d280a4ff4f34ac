"use client";

import { useMemo } from "react";
import {
  findRequestProblem,
  findUnsentProblems,
  type ImageParameter,
  listImageParameters,
} from "#app/(playground)/images/_model/image-parameters.ts";
import { FoldedParameters } from "#components/parameters/folded-parameters.tsx";
import { PanelHeader } from "#components/parameters/panel-header.tsx";
import { ParameterRow } from "#components/parameters/parameter-row.tsx";
import { splitParameters } from "#components/parameters/split-parameters.ts";
import { useParameterInSight } from "#components/parameters/use-parameter-in-sight.ts";
import { findRefusal } from "#components/parameters/use-refused-parameter.ts";
import { getOperation } from "#lib/playground/images/image-job.ts";
import type { ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { useImages, useImagesState, useSelectedJob } from "./images-context.tsx";

/** Parameters of the image routes that the chosen model accepts, and the set ones that it does not. */
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
  const listed = useMemo(() => listImageParameters({ model, operation }), [model, operation]);
  const possible = listed.filter(
    ({ definition, unavailable }) => !unavailable || values[definition.name] !== undefined,
  );
  const { shown, folded } = splitParameters(possible, getDefinition);
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
  const row = ({ definition, unavailable }: ImageParameter) => (
    <ParameterRow
      key={definition.name}
      parameter={definition}
      value={values[definition.name]}
      unavailable={unavailable}
      problem={problems[definition.name]}
      onChange={(value) => setValue(definition.name, value)}
    />
  );
  return (
    <>
      <PanelHeader
        setCount={Object.keys(values).length}
        onReset={() => images.changeDraft({ values: {} })}
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-8">
        {shown.map(row)}
        <FoldedParameters
          groups={folded}
          getDefinition={getDefinition}
          values={values}
          refused={refused?.name}
          reveal={reveal}
          row={row}
        />
      </div>
    </>
  );
}

const getDefinition = ({ definition }: ImageParameter) => definition;
