"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { rulesOrLikely } from "#lib/playground/videos/video-parameters.ts";
import { readSize } from "#lib/playground/videos/video-task.ts";
import { useVideos, useVideosState } from "./videos-context.tsx";

/**
 * Buttons for orientation and length, the settings changed most often besides the prompt. Pressing an active one unsets
 * it.
 */
export function ShapeControls() {
  const { model, values } = useVideosState((state) => state.draft);
  const { sizes, seconds } = rulesOrLikely(model);
  // Landscape first, as on most screens.
  const wideFirst = sizes.toSorted((one, other) => readRatio(other) - readRatio(one));
  return (
    <div className="flex items-center gap-2.5 max-sm:gap-1.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere. */}
      <div role="group" aria-label="Size" className="flex gap-0.5">
        {wideFirst.map((size) => (
          <Toggle key={size} name="size" value={size} pressed={values.size === size} words={describeSize(size)}>
            <Frame size={size} />
          </Toggle>
        ))}
      </div>
      <span aria-hidden className="h-4 w-px shrink-0 bg-border" />
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      <div role="group" aria-label="Length" className="flex gap-0.5">
        {seconds.map((value) => (
          <Toggle
            key={value}
            name="seconds"
            value={value}
            pressed={values.seconds === value}
            words={`${value} seconds`}
          >
            <span className="text-numeric">{value} s</span>
          </Toggle>
        ))}
      </div>
    </div>
  );
}

function Toggle({
  name,
  value,
  pressed,
  words,
  children,
}: {
  name: "size" | "seconds";
  value: string;
  pressed: boolean;
  words: string;
  children: ReactNode;
}) {
  const videos = useVideos();
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={name === "size" ? words : undefined}
      data-tooltip={words}
      onClick={() => {
        const { [name]: _before, ...rest } = videos.store.get().draft.values;
        videos.changeDraft({ values: pressed ? rest : { ...rest, [name]: value } });
      }}
      className={clsx(
        "grid h-7 min-w-8 shrink-0 place-items-center whitespace-nowrap rounded-lg px-1 transition-colors duration-150 pointer-coarse:h-9 pointer-coarse:min-w-9",
        pressed ? "bg-foreground/[0.09]" : "text-muted-foreground hover:bg-foreground/[0.05] hover:text-foreground",
      )}
    >
      {children}
    </button>
  );
}

/** A small frame of the video's shape. */
function Frame({ size }: { size: string }) {
  const { width = 1, height = 1 } = readSize(size) ?? {};
  const scale = 16 / Math.max(width, height);
  return (
    <span
      aria-hidden
      className="block rounded-[3px] border-[1.5px] border-current"
      style={{ width: width * scale, height: height * scale }}
    />
  );
}

function readRatio(size: string): number {
  const { width = 1, height = 1 } = readSize(size) ?? {};
  return width / height;
}

function describeSize(size: string): string {
  return `${readRatio(size) > 1 ? "Landscape" : "Portrait"}, ${size.replace("x", " × ")}`;
}
