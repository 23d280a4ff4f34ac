import { clsx } from "clsx";
import type { TextPage } from "#lib/playground/history/history.ts";

const COLOURS: Record<TextPage, string> = {
  chat: "bg-dialect-chat",
  responses: "bg-dialect-responses",
  messages: "bg-dialect-messages",
  "generate-content": "bg-dialect-google",
};

/** A dialect's colour, always shown beside its name. */
export function DialectDot({ page, className }: { page: TextPage; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx("size-2 shrink-0 rounded-full forced-color-adjust-none", COLOURS[page], className)}
    />
  );
}
