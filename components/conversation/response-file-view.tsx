"use client";

import { FileDown, ImageOff } from "lucide-react";
import { useMemo } from "react";
import type { ResponseFile } from "#lib/playground/conversation/model-response.ts";
import { type AssistantTurn, isPicture } from "#lib/playground/conversation/transcript.ts";
import { toPlayable } from "#lib/playground/files/to-playable.ts";
import { formatBytes } from "#lib/playground/streams/metrics.ts";
import { AudioPlayer } from "../audio-player/audio-player.tsx";
import { useChat } from "../chat/chat-context.tsx";
import { ViewPictureButton } from "../picture-viewer/view-picture-button.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { downloadBlob } from "../ui/save-image.ts";
import { useBlobUrl } from "../use-blob-url.ts";
import { useStoredBlob } from "../use-stored-blob.ts";
import { PicturePlace } from "./painting.tsx";
import { PictureActions } from "./picture-actions.tsx";
import { PictureFrame } from "./picture-frame.tsx";

/** A file of a response: an image in its aspect ratio, or a download button for any other file. */
export function ResponseFileView({
  file,
  turn,
  description,
}: {
  file: ResponseFile;
  turn: AssistantTurn;
  /** Text that came with the file. */
  description: string;
}) {
  const chat = useChat();
  const stored = useStoredBlob(file.bytes ? undefined : file.sha256, chat.loadAttachment);
  const bytes = file.bytes ?? stored;
  const isAudio = file.mediaType.startsWith("audio/");
  const url = useBlobUrl(isAudio ? undefined : bytes);
  const { width, height, mediaType, size } = file;
  const kind = mediaType.replace(/^.*\//, "");
  if (isPicture(file) && width === undefined && turn.state === "streaming") return <PicturePlace turn={turn} />;
  if (isAudio) return <ResponseAudio file={file} bytes={bytes} />;
  if (!isPicture(file) || width === undefined) {
    return (
      <p>
        <Button disabled={!bytes} onClick={() => bytes && downloadBlob(bytes, `answer.${kind}`)}>
          {isPicture(file) ? <ImageOff aria-hidden /> : <FileDown aria-hidden />} {mediaType} · {formatBytes(size)}
        </Button>
      </p>
    );
  }
  return (
    <PictureFrame
      width={width}
      height={height ?? width}
      caption={
        <>
          <span className="text-numeric text-muted-foreground">
            {width} × {height} · {kind} · {formatBytes(size)}
          </span>
          {bytes && turn.state !== "streaming" && (
            <PictureActions file={file} bytes={bytes} description={description} />
          )}
        </>
      }
    >
      {url && (
        // biome-ignore lint/performance/noImgElement: local bytes; the server has nothing to optimise.
        <img
          src={url}
          alt={description}
          width={width}
          height={height}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {file.sha256 && turn.state !== "streaming" && <ViewPictureButton id={file.sha256} description={description} />}
    </PictureFrame>
  );
}

/** Audio of a response. Raw samples, which some models send, get a header first: no browser plays them without one. */
function ResponseAudio({ file: { mediaType, size }, bytes }: { file: ResponseFile; bytes: Blob | undefined }) {
  const playable = useMemo(() => bytes && toPlayable(bytes, mediaType), [bytes, mediaType]);
  const url = useBlobUrl(playable);
  const kind = playable?.type === "audio/wav" ? "wav" : mediaType.replace(/^.*\/|;.*$/g, "");
  return (
    <div className="flex flex-wrap items-center gap-2">
      <AudioPlayer url={url} name="Generated audio" size={size} />
      <IconButton
        label="Save audio"
        disabled={!playable}
        onClick={() => playable && downloadBlob(playable, `answer.${kind}`)}
      >
        <FileDown />
      </IconButton>
    </div>
  );
}
