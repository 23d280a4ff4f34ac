import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** The foot of a dialog: the way out first, then what the dialog is for. */
export function DialogButtons({
  cancel = "Cancel",
  onCancel,
  children,
}: {
  /** What the way out is called. */
  cancel?: string;
  onCancel: () => void;
  /** The button that does it. */
  children: ReactNode;
}) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancel}</Button>
      {children}
    </div>
  );
}
