"use client";

import { useState } from "react";
import { useChat } from "../chat/chat-context.tsx";
import { Button } from "../ui/button.tsx";
import { DialogButtons } from "../ui/dialog-buttons.tsx";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { saveJson } from "./save-conversation.ts";

const CHOICES = [
  { value: "with", label: "With files" },
  { value: "without", label: "Without files" },
] as const;

const WORDS = {
  with: "The whole conversation, with attachments and generated images as base64. Import restores all of it.",
  without: "Messages, settings and versions only. Files are listed but not included.",
};

/** Asks whether to include the files of a conversation. */
export function SaveJsonDialog({ onClose }: { onClose: () => void }) {
  const chat = useChat();
  const [choice, setChoice] = useState<keyof typeof WORDS>("with");
  return (
    <ModalDialog open onClose={onClose} title="Save as JSON" className="w-[28rem]">
      <Segmented label="Files" options={CHOICES} value={choice} onChange={setChoice} />
      <p className="min-h-10 text-[13px] text-muted-foreground">{WORDS[choice]}</p>
      <DialogButtons onCancel={onClose}>
        <Button
          variant="primary"
          onClick={() => {
            void saveJson(chat, { files: choice === "with" });
            onClose();
          }}
        >
          Save
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
