"use client";

import { type DragEvent, useState } from "react";
import { takeFile } from "#lib/playground/attachments.ts";
import type { Attachment } from "#lib/playground/transcript.ts";
import { useChat } from "../chat/chat-context.tsx";

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/** Picker, paste and drop all call `intake`; `onTaken` gets each attachment once its bytes are stored. */
export function useIntake(onTaken: (attachment: Attachment) => void) {
  const chat = useChat();
  const [problem, setProblem] = useState<string>();
  const [dragging, setDragging] = useState(false);

  async function intake(files: File[]): Promise<void> {
    setProblem(undefined);
    for (const file of files) {
      try {
        const { attachment, bytes } = await takeFile(file);
        await chat.saveAttachment(attachment.sha256, bytes);
        onTaken(attachment);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : `${file.name} could not be attached.`);
      }
    }
  }

  return {
    intake: (files: File[]) => void intake(files),
    problem,
    dragging,
    dropHandlers: {
      onDragOver(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setDragging(true);
      },
      onDragLeave(event: DragEvent) {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setDragging(false);
      },
      onDrop(event: DragEvent) {
        setDragging(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        void intake([...event.dataTransfer.files]);
      },
    },
  };
}
