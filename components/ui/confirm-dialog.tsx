"use client";

import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ModalDialog } from "./modal-dialog.tsx";

/** Asks before something is taken away. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  onConfirm,
  onClose,
}: {
  title: string;
  /** What would go, and what stays. */
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ModalDialog open onClose={onClose} title={title} className="w-[28rem]">
      <p>{children}</p>
      <div className="flex justify-end gap-2">
        <Button className="pointer-coarse:h-10" onClick={onClose}>
          Keep
        </Button>
        <Button
          variant="destructive"
          className="pointer-coarse:h-10"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </div>
    </ModalDialog>
  );
}
