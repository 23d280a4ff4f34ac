"use client";

import { ImagePlus, Images } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { findReferenceProblem } from "#app/(playground)/videos/_model/fit-reference.ts";
import { ComposerFrame } from "#components/composer/composer-frame.tsx";
import { useIntake } from "#components/composer/use-intake.ts";
import { usePageDrop } from "#components/composer/use-page-drop.ts";
import { IconButton } from "#components/ui/button.tsx";
import { rulesOrLikely } from "#lib/playground/videos/video-parameters.ts";
import { ReferenceTray } from "./reference-tray.tsx";
import { RemixTray } from "./remix-tray.tsx";
import { ShapeControls } from "./shape-controls.tsx";
import { useVideos, useVideosState } from "./videos-context.tsx";

const PicturesDialog = dynamic(() => import("./pictures-dialog.tsx").then((module) => module.PicturesDialog));

/**
 * The prompt, the first frame and the shape. The fields keep their content after sending: the next try is mostly a
 * small change.
 */
export function VideoComposer() {
  const videos = useVideos();
  const draft = useVideosState((state) => state.draft);
  const sending = useVideosState(({ submissions }) => submissions.some(({ state }) => state === "sending"));
  const [pictures, setPictures] = useState<"never" | "open" | "closed">("never");
  const intake = useIntake((file) => videos.addReference(file));
  usePageDrop((files, taken) => taken || intake.intake(files));
  const { longestPrompt } = rulesOrLikely(draft.model);
  const tooLong =
    draft.prompt.length > longestPrompt
      ? `The prompt has ${draft.prompt.length} characters, more than the ${longestPrompt} that the model takes.`
      : undefined;
  const remixing = draft.remixOf !== undefined;
  const wrong = tooLong ?? (remixing ? undefined : findReferenceProblem(draft));
  const problems = [intake.problem, wrong].filter((problem) => problem !== undefined);
  return (
    <>
      <ComposerFrame
        label="Video"
        fieldLabel="Prompt"
        value={draft.prompt}
        onText={(prompt) => videos.changeDraft({ prompt })}
        placeholder={remixing ? "What should change?" : draft.reference ? "What happens next?" : "Describe a scene"}
        files={{
          intake,
          label: "Add an image as first frame",
          inputLabel: "Choose an image",
          accept: "image/*",
          Icon: ImagePlus,
          dropWords: "Drop an image here",
        }}
        tray={remixing ? <RemixTray id={draft.remixOf ?? ""} /> : <ReferenceTray />}
        problems={problems}
        chips={
          <>
            <IconButton label="Choose from Images" className="rounded-full" onClick={() => setPictures("open")}>
              <Images />
            </IconButton>
            <div className="flex min-w-0 flex-1 items-center overflow-x-auto p-0.5 [scrollbar-width:none]">
              {!remixing && <ShapeControls />}
            </div>
          </>
        }
        running={false}
        empty={draft.prompt.trim() === ""}
        blocked={sending ? "Sending the request" : wrong}
        sendLabel={remixing ? "Remix" : "Create video"}
        onSend={() => void videos.generate()}
        onStop={() => {}}
        dimmed={sending}
        onKey={(event) => {
          if (event.key !== "Escape" || !remixing) return false;
          videos.endRemix();
          return true;
        }}
      />
      {pictures !== "never" && <PicturesDialog open={pictures === "open"} onClose={() => setPictures("closed")} />}
    </>
  );
}
