"use client";

import { clsx } from "clsx";
import { ImagePlus } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { operationOf } from "#lib/playground/images/image-job.ts";
import { findRequestProblem } from "#lib/playground/images/image-parameters.ts";
import { findSourceProblem } from "#lib/playground/images/image-sources.ts";
import { SendButton } from "../../../../components/composer/send-button.tsx";
import { useIntake } from "../../../../components/composer/use-intake.ts";
import { useCoverage } from "../../../../components/mask-editor/use-coverage.ts";
import { IconButton } from "../../../../components/ui/button.tsx";
import { useImages, useImagesState } from "./images-context.tsx";
import { RequestChips } from "./request-chips.tsx";
import { SourceTray } from "./source-tray.tsx";

/** The prompt, and the pictures that it is about. What was sent stays: the next try is mostly a small change of it. */
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
  const picker = useRef<HTMLInputElement>(null);
  const { intake, problem: fileProblem, dragging, dropHandlers } = useIntake((file) => images.addFile(file));
  const operation = operationOf(draft);
  const sourceProblem = findSourceProblem(draft.sources, draft.model);
  const requestProblem = findRequestProblem(draft, { model: draft.model, operation });
  const coverage = useCoverage(draft.mask?.position ? draft.mask : undefined);
  const maskProblem =
    coverage?.kind === "empty" ? "The mask marks nothing to edit. Paint on it, or remove it." : undefined;
  const empty = draft.prompt.trim() === "";
  const parameterProblem =
    requestProblem && requestProblem.field !== "model" && !empty
      ? `${requestProblem.field}: ${requestProblem.why}.`
      : undefined;
  const blocked = sourceProblem ?? maskProblem ?? parameterProblem;
  const problems = [fileProblem, sourceProblem, parameterProblem].filter((problem) => problem !== undefined);

  const send = () => {
    if (empty || running || blocked) return;
    onMask(false);
    void images.generate();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter belongs to it; 229 is Safari's word for that.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey || !event.shiftKey)) {
      event.preventDefault();
      send();
    } else if (event.key === "Escape" && running) images.stop();
  };

  const words = operation === "edit" ? "Describe the change" : "Describe a picture";
  return (
    <form
      aria-label="Picture"
      {...dropHandlers}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={clsx(
        "relative flex flex-col rounded-3xl border bg-card shadow-composer transition-[border-color,box-shadow] duration-150 has-[textarea:focus]:border-foreground/30",
        dragging && "border-accent border-dashed bg-accent/[0.04]",
      )}
    >
      <SourceTray masking={masking} coverage={coverage} onMask={onMask} />
      {problems.length > 0 && (
        <p role="alert" className="whitespace-pre-line px-5 pt-3 text-[13px] text-destructive">
          {problems.join("\n")}
        </p>
      )}
      <textarea
        id="composer"
        rows={1}
        value={draft.prompt}
        aria-label="Prompt"
        placeholder={dragging ? "Drop images here" : words}
        enterKeyHint="send"
        onChange={(event) => images.changeDraft({ prompt: event.target.value })}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length === 0) return;
          event.preventDefault();
          intake(files);
        }}
        className="field-sizing-content max-h-40 min-h-[52px] w-full resize-none overflow-y-auto bg-transparent px-5 pt-4 pb-1 text-base leading-6 outline-none"
      />
      <div className="flex items-center gap-1 px-2.5 pt-0.5 pb-2.5">
        <IconButton label="Add images to edit" className="rounded-full" onClick={() => picker.current?.click()}>
          <ImagePlus />
        </IconButton>
        <input
          ref={picker}
          type="file"
          multiple
          accept="image/*"
          aria-label="Choose images"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            intake([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <RequestChips onShow={onShowParameter} />
        <SendButton
          running={running}
          disabled={!running && (empty || blocked !== undefined)}
          blocked={blocked}
          label={operation === "edit" ? "Edit" : "Generate"}
          onStop={images.stop}
        />
      </div>
    </form>
  );
}
