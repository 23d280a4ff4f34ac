"use client";

import { clsx } from "clsx";
import dynamic from "next/dynamic";
import { memo } from "react";
import { type Column, isEmptyColumn } from "#app/(playground)/compare/_model/column.ts";
import { useChatState } from "#components/chat/chat-context.tsx";
import type { Catalogue } from "#components/use-catalogue.ts";
import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import { ColumnHeader } from "./column-header.tsx";
import type { CompareOverlay } from "./compare-overlay.ts";
import { Scoreboard } from "./scoreboard.tsx";

const ConversationView = dynamic(() =>
  import("#components/conversation/conversation-view.tsx").then((module) => module.ConversationView),
);

/** A conversation under its own header: API, model, and the metrics of its newest response. */
export const ColumnView = memo(function ColumnView({
  column,
  index,
  empty,
  catalogue,
  onOverlay,
}: {
  column: Column;
  index: number;
  /** True while no column has messages. */
  empty: boolean;
  catalogue: Catalogue;
  onOverlay: (overlay: CompareOverlay) => void;
}) {
  const started = useChatState(() => !isEmptyColumn(column));
  return (
    <section
      aria-label={`Column ${index + 1}: ${PAGE_NAMES[column.page]}`}
      className={clsx("flex min-h-0 min-w-0 snap-center snap-always flex-col", index > 0 && "sm:border-l")}
    >
      <ColumnHeader column={column} index={index} catalogue={catalogue} onOverlay={onOverlay} />
      {!empty && <Scoreboard onPrice={() => onOverlay({ name: "price", column: column.id })} />}
      {!empty &&
        (started ? (
          <div className="flex min-h-0 flex-1 flex-col">
            <ConversationView meter={false} />
          </div>
        ) : (
          <p className="grid flex-1 place-items-center px-6 text-center text-muted-foreground">
            This column takes part from the next message on.
          </p>
        ))}
    </section>
  );
});
