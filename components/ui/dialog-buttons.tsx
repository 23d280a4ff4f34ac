import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** Footer of a dialog: the cancel button, then the main action. */
export function DialogButtons({
  cancel = "Cancel",
  onCancel,
  children,
}: {
  /** Label of the cancel button. */
  cancel?: string;
  onCancel: () => void;
  /** Button of the main action. */
  children: ReactNode;
}) {
  return (
    <div className="flex justify-end gap-2">
      <Button onClick={onCancel}>{cancel}</Button>
      {children}
    </div>
  );
}
