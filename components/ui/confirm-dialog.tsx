"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { DialogButtons } from "./dialog-buttons.tsx";
import { ModalDialog } from "./modal-dialog.tsx";

/** Confirms a deletion. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  onConfirm,
  onClose,
}: {
  title: string;
  /** Explains what is deleted and what is not. */
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ModalDialog open onClose={onClose} title={title} className="w-[28rem]">
      <p>{children}</p>
      <DialogButtons cancel="Cancel" onCancel={onClose}>
        <Button
          variant="destructive"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </DialogButtons>
    </ModalDialog>
  );
}
