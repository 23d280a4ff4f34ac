import { FlipHorizontal2, Upload } from "lucide-react";
import { useRef, useState } from "react";
import {
  type MaskFile,
  readMaskFile,
  toUploadStroke,
} from "#app/(playground)/images/_model/mask/files/read-mask-file.ts";
import { Button } from "#components/ui/button.tsx";
import {
  addStroke,
  currentUpload,
  flipUpload,
  type MaskState,
  type UploadStroke,
} from "#lib/playground/images/mask-state.ts";

type Props = { state: MaskState; onChange: (state: MaskState) => void };

/** Provides the mask upload: its button, and the messages and choices about the chosen file. */
export function useMaskUpload({ state, onChange }: Props) {
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [unscaled, setUnscaled] = useState<MaskFile>();

  function take(file: MaskFile): void {
    setUnscaled(undefined);
    onChange(addStroke(state, toUploadStroke(file)));
  }

  async function read(file: File): Promise<void> {
    setProblem(undefined);
    setUnscaled(undefined);
    try {
      const taken = await readMaskFile(file, { width: state.width, height: state.height });
      if (taken.needsScaling) setUnscaled(taken);
      else take(taken);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : `${file.name} couldn’t be read.`);
    }
  }

  const upload = currentUpload(state);
  return {
    read,
    button: (
      <>
        <input
          ref={picker}
          type="file"
          accept="image/*"
          aria-label="Mask file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Reset, so that the same file can be chosen again after it was corrected.
            event.target.value = "";
            if (file) void read(file);
          }}
        />
        <Button size="small" variant="ghost" onClick={() => picker.current?.click()}>
          <Upload aria-hidden />
          Upload mask
        </Button>
      </>
    ),
    notice: (
      <>
        {problem && (
          <p role="alert" className="rounded-lg bg-destructive/[0.07] px-3 py-2 text-[13px] text-destructive">
            {problem}
          </p>
        )}
        {unscaled && (
          <div role="status" className="flex flex-wrap items-center gap-3 rounded-lg bg-muted px-3 py-2 text-[13px]">
            <span>{describeScaling(unscaled)}</span>
            <span className="ml-auto flex gap-2">
              <Button size="small" variant="primary" onClick={() => take(unscaled)}>
                Scale to image
              </Button>
              <Button size="small" variant="ghost" onClick={() => setUnscaled(undefined)}>
                Cancel
              </Button>
            </span>
          </div>
        )}
        {upload && !unscaled && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg bg-muted px-3 py-1 text-[13px]">
            <span className="min-w-0 break-words">{describeUpload(upload)}</span>
            <Button
              size="small"
              variant="ghost"
              className="ml-auto"
              onClick={() => onChange(flipUpload(state, upload))}
            >
              <FlipHorizontal2 aria-hidden />
              Flip
            </Button>
          </div>
        )}
      </>
    ),
  };
}

function describeScaling({ name, mask: { plane }, image }: MaskFile): string {
  return `${name} is ${plane.width} × ${plane.height}, the image ${image.width} × ${image.height}: the same ratio.`;
}

function describeUpload({ name, readAs, flipped }: UploadStroke): string {
  if (readAs === "alpha") return `${name}, read by its transparency: ${flipped ? "opaque" : "transparent"} is edited.`;
  return `${name}, read as black and white: ${flipped ? "black" : "white"} is edited.`;
}
