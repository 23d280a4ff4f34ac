import type { ReactNode } from "react";
import { DocsLine } from "./docs-line.tsx";

/** Empty state of a page of records: what will be here, drawn small; the reason; and how to get some. */
export function NoRecords({
  figure,
  title,
  children,
  actions,
  docs,
}: {
  /** Drawing of the records to come. */
  figure: ReactNode;
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Address of the section of the guides about these records. */
  docs?: string;
}) {
  return (
    <div className="stage-glow flex flex-1 flex-col items-center justify-center p-6 text-center">
      <div aria-hidden className="w-72 max-w-full rounded-2xl border bg-card p-4 shadow-composer">
        {figure}
      </div>
      <h2 className="mt-6 font-medium text-2xl tracking-[-0.02em]">{title}</h2>
      <p className="mt-1.5 max-w-[30rem] text-balance text-muted-foreground">{children}</p>
      <div className="mt-5 flex flex-col items-center gap-3">{actions}</div>
      {docs && <DocsLine href={docs} label="Read the guide" />}
    </div>
  );
}
