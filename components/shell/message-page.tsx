import type { ReactNode } from "react";
import { Wordmark } from "./wordmark.tsx";

/** A page with a single message: an error, or that the page does not exist. */
export function MessagePage({
  icon,
  title,
  detail,
  children,
}: {
  icon: ReactNode;
  title: string;
  detail?: string;
  children: ReactNode;
}) {
  return (
    <main className="stage-glow flex min-h-dvh flex-col items-center justify-center gap-4 px-6 text-center">
      <Wordmark />
      <span aria-hidden className="mt-6 text-muted-foreground [&>svg]:size-6">
        {icon}
      </span>
      <h1 className="font-medium text-2xl tracking-tight">{title}</h1>
      {detail && <p className="max-w-md break-words text-muted-foreground">{detail}</p>}
      {children}
    </main>
  );
}
