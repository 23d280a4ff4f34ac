"use client";

import { type DragEvent, useState } from "react";

const dragsFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

/**
 * Handles files of picker, paste and drop through one `intake` function.
 * @param take stores a file and shows it; rejects with a message for the screen when the file cannot be used
 */
export function useIntake(take: (file: File) => Promise<void>) {
  const [problem, setProblem] = useState<string>();
  const [dragging, setDragging] = useState(false);

  async function intake(files: File[]): Promise<void> {
    setProblem(undefined);
    for (const file of files) {
      try {
        await take(file);
      } catch (error) {
        setProblem(error instanceof Error ? error.message : `${file.name} couldn’t be attached.`);
      }
    }
  }

  return {
    intake: (files: File[]) => void intake(files),
    problem,
    dragging,
    dropHandlers: {
      onDragOver(event: DragEvent) {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        setDragging(true);
      },
      onDragLeave(event: DragEvent) {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setDragging(false);
      },
      onDrop(event: DragEvent) {
        setDragging(false);
        if (!dragsFiles(event)) return;
        event.preventDefault();
        void intake([...event.dataTransfer.files]);
      },
    },
  };
}
