"use client";

import { Download, Pencil } from "lucide-react";
import type { ResponseFile } from "#lib/playground/conversation/model-response.ts";
import { latestPicture, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { useChatState } from "../chat/chat-context.tsx";
import { attachToMessage } from "../composer/attach-to-message.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { CopyImageButton } from "../ui/copy-image-button.tsx";
import { downloadBlob } from "../ui/save-image.ts";

/** Actions for an image of a response. */
export function PictureActions({ file, bytes, description }: { file: ResponseFile; bytes: Blob; description: string }) {
  const newest = useChatState(({ session }) => latestPicture(visiblePath(session.transcript))?.sha256);
  const { sha256, mediaType, size, width, height } = file;
  const name = getImageFileName({ name: description.slice(0, 48), mediaType });
  const edit = () => {
    // The newest image is part of the next request in any case; an older one is attached to the message.
    if (sha256 && sha256 !== newest) attachToMessage({ sha256, name, mediaType, size, width, height });
    document.querySelector<HTMLElement>("#composer")?.focus();
  };
  return (
    <span className="ml-auto flex items-center">
      <Button
        size="small"
        variant="ghost"
        data-tooltip="The next message changes it"
        className="text-muted-foreground hover:text-foreground pointer-coarse:h-9"
        onClick={edit}
      >
        <Pencil aria-hidden /> Edit
      </Button>
      <CopyImageButton label="Copy image" read={() => Promise.resolve(bytes)} />
      <IconButton size="small" label="Download" onClick={() => downloadBlob(bytes, name)}>
        <Download />
      </IconButton>
    </span>
  );
}
