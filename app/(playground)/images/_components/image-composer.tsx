"use client";

import { ImagePlus } from "lucide-react";
import { findRequestProblem } from "#app/(playground)/images/_model/image-parameters.ts";
import { ComposerFrame } from "#components/composer/composer-frame.tsx";
import { useIntake } from "#components/composer/use-intake.ts";
import { usePageDrop } from "#components/composer/use-page-drop.ts";
import { getOperation } from "#lib/playground/images/image-job.ts";
import { findSourceProblem } from "#lib/playground/images/input-images.ts";
import { useImages, useImagesState } from "./images-context.tsx";
import { InputImageTray } from "./input-image-tray.tsx";
import { useCoverage } from "./mask-editor/use-coverage.ts";
import { RequestChips } from "./request-chips.tsx";

/**
 * The prompt and the input images. The fields keep their content after sending: the next try is mostly a small change.
 */
export function ImageComposer({
  masking,
  onMask,
  onShowParameter,
}: {
  masking: boolean;
  onMask: (open: boolean) => void;
  onShowParameter: (name: string) => void;
}) {
  const images = useImages();
  const draft = useImagesState((state) => state.draft);
  const running = useImagesState((state) => Object.keys(state.runs).length > 0);
  const intake = useIntake((file) => images.addFile(file));
  usePageDrop((files, taken) => taken || intake.intake(files));
  const operation = getOperation(draft);
  const sourceProblem = findSourceProblem(draft.sources, draft.model);
  const requestProblem = findRequestProblem(draft, { model: draft.model, operation });
  const coverage = useCoverage(draft.mask?.position ? draft.mask : undefined);
  const maskProblem = coverage?.kind === "empty" ? "The mask is empty. Paint on it or remove it." : undefined;
  const empty = draft.prompt.trim() === "";
  const parameterProblem =
    requestProblem && requestProblem.param !== "model" && !empty ? requestProblem.message : undefined;
  const blocked = sourceProblem ?? maskProblem ?? parameterProblem;
  const problems = [intake.problem, sourceProblem, parameterProblem].filter((problem) => problem !== undefined);

  return (
    <ComposerFrame
      label="Image"
      fieldLabel="Prompt"
      value={draft.prompt}
      onText={(prompt) => images.changeDraft({ prompt })}
      placeholder={operation === "edit" ? "Describe the change" : "Describe an image"}
      files={{
        intake,
        label: "Add images to edit",
        inputLabel: "Choose images",
        accept: "image/*",
        Icon: ImagePlus,
        dropWords: "Drop images here",
      }}
      tray={<InputImageTray masking={masking} coverage={coverage} onMask={onMask} />}
      problems={problems}
      chips={<RequestChips onShow={onShowParameter} />}
      running={running}
      empty={empty}
      blocked={blocked}
      sendLabel={operation === "edit" ? "Edit" : "Generate"}
      onSend={() => {
        onMask(false);
        void images.generate();
      }}
      onStop={images.stop}
    />
  );
}
