import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

/** In place of records of the gateway that could not be read: which, why, and the way to try again. */
export function ReadFailure({
  what,
  why,
  onRetry,
  children,
}: {
  /** "The keys" */
  what: string;
  why: string;
  onRetry: () => void;
  /** Further ways out, beside the first. */
  children?: ReactNode;
}) {
  return (
    <div className="flex h-full flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <p role="alert" className="text-balance text-destructive">
        {what} could not be read: {why}
      </p>
      <span className="flex gap-2">
        <Button onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
        {children}
      </span>
    </div>
  );
}
