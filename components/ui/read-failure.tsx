import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** Error state for records of the gateway that could not be read: their name, the error, and a retry button. */
export function ReadFailure({
  what,
  why,
  onRetry,
  children,
}: {
  /** Name of the records, such as "the keys". */
  what: string;
  why: string;
  onRetry: () => void;
  /** More actions, beside the retry button. */
  children?: ReactNode;
}) {
  return (
    <div className="flex h-full flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <p role="alert" className="text-balance text-destructive">
        Couldn’t load {what}: {why}
      </p>
      <span className="flex gap-2">
        <Button onClick={onRetry}>
          <RotateCw aria-hidden />
          Retry
        </Button>
        {children}
      </span>
    </div>
  );
}
