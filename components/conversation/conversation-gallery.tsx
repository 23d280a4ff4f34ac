"use client";

import { isPicture, type Turn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { getImageFileName } from "#lib/playground/images/image-file-name.ts";
import { useChat } from "../chat/chat-context.tsx";
import { PictureGallery } from "../picture-viewer/picture-gallery.tsx";
import type { ViewerPicture } from "../picture-viewer/viewer-picture.ts";

/** Images of the conversation at full size, both attached and generated, in order. */
export function ConversationGallery() {
  const chat = useChat();
  return (
    <PictureGallery
      list={() => visiblePath(chat.store.get().session.transcript).flatMap(listTurnPictures)}
      load={chat.loadAttachment}
    />
  );
}

type Found = { sha256?: string; name?: string; mediaType: string; size: number; width?: number; height?: number };

export function listTurnPictures(turn: Turn): ViewerPicture[] {
  if (turn.role === "user") {
    const images = turn.attachments.filter(({ mediaType }) => mediaType.startsWith("image/"));
    return images.flatMap((image) => toPicture(image, image.name));
  }
  if (turn.role !== "assistant") return [];
  const { text = "", files = [] } = turn.answer.choices[turn.chosen] ?? {};
  const pictures = files.filter(isPicture);
  return pictures.flatMap((file) => toPicture(file, text.slice(0, file.at).trim() || "Generated image"));
}

function toPicture({ sha256, mediaType, size, width, height }: Found, description: string): ViewerPicture[] {
  if (!sha256 || !width || !height) return [];
  const fileName = getImageFileName({ name: description.slice(0, 48), mediaType });
  return [{ id: sha256, sha256, description, fileName, mediaType, size, width, height }];
}
