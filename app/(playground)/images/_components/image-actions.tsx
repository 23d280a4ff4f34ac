"use client";

import { Brush, Columns2, Download, Film, ImagePlus } from "lucide-react";
import { useRouter } from "next/navigation";
import { Button, IconButton } from "#components/ui/button.tsx";
import { CopyImageButton } from "#components/ui/copy-image-button.tsx";
import { downloadBlob } from "#components/ui/save-image.ts";
import { showToast } from "#components/ui/toast.tsx";
import { getResultFileName } from "#lib/playground/images/image-file-name.ts";
import type { ImageJob } from "#lib/playground/images/image-job.ts";
import { safeLink } from "#lib/playground/markdown/safe-url.ts";
import { useImages } from "./images-context.tsx";

/** Actions of one image. */
export function ImageActions({
  job,
  index,
  comparing,
  onCompare,
  onEdit,
}: {
  job: ImageJob;
  index: number;
  comparing: boolean;
  /** Undefined when there is nothing to compare with. */
  onCompare?: (comparing: boolean) => void;
  /** Opens the mask editor on the input image. */
  onEdit: () => void;
}) {
  const images = useImages();
  const router = useRouter();
  const image = job.images[index];
  if (!image) return null;
  if (!image.sha256) {
    return (
      <a
        href={safeLink(image.address)}
        target="_blank"
        rel="noreferrer noopener"
        className="ml-auto text-[13px] underline"
      >
        Open at the provider before it expires
      </a>
    );
  }
  const { sha256, mediaType, size, width, height } = image;
  const read = async () => {
    const bytes = await images.loadBlob(sha256);
    if (!bytes) throw new Error("The image is no longer stored in this browser.");
    return bytes;
  };
  const name = getResultFileName(job, index);
  const beginVideo = async () => {
    const { beginWithPicture } = await import("#lib/playground/videos/begin-with-picture.ts");
    await beginWithPicture({ sha256, name, mediaType, size, width, height }, await read());
    router.push("/videos");
  };
  return (
    <span className="ml-auto flex flex-wrap items-center justify-end">
      <Button
        size="small"
        variant="primary"
        className="mr-1 pointer-coarse:h-9"
        onClick={() => {
          images.takeAsSource(job.id, index);
          images.changeDraft({ prompt: "" });
          onEdit();
          document.querySelector<HTMLElement>("#composer")?.focus();
        }}
      >
        <Brush aria-hidden /> Edit
      </Button>
      {onCompare && (
        <IconButton
          size="small"
          label="Compare with the original"
          aria-pressed={comparing}
          className={comparing ? "bg-foreground/[0.08] text-foreground" : undefined}
          onClick={() => onCompare(!comparing)}
        >
          <Columns2 />
        </IconButton>
      )}
      <Button
        size="small"
        variant="ghost"
        className={QUIET}
        onClick={() => {
          images.takeAsSource(job.id, index);
          document.querySelector<HTMLElement>("#composer")?.focus();
        }}
      >
        <ImagePlus aria-hidden /> Use as input
      </Button>
      <Button size="small" variant="ghost" className={QUIET} onClick={() => void beginVideo().catch(refused)}>
        <Film aria-hidden /> Animate
      </Button>
      <CopyImageButton label="Copy image" read={read} />
      <IconButton size="small" label="Download" onClick={() => void read().then((bytes) => downloadBlob(bytes, name))}>
        <Download />
      </IconButton>
    </span>
  );
}

const QUIET = "px-2 text-muted-foreground hover:text-foreground";
const refused = () => showToast({ title: "Couldn’t read the image from this browser’s storage", kind: "error" });
