"use client";

import { clsx } from "clsx";
import { useMemo, useState } from "react";
import type { Column } from "#app/(playground)/compare/_model/column.ts";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Select } from "#components/ui/select.tsx";
import { type DiffPiece, diffResponses, type ResponseDiff } from "#lib/playground/compare/diff-responses.ts";
import { listResponsesByQuestion } from "#lib/playground/compare/rank-metrics.ts";
import { getChosenChoice } from "#lib/playground/conversation/transcript.ts";
import { PAGE_NAMES } from "#lib/playground/conversion/page-names.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { useComparisonState } from "./comparison-context.tsx";

type View = "inline" | "side";

const VIEWS: readonly { value: View; label: string }[] = [
  { value: "inline", label: "Inline" },
  { value: "side", label: "Side by side" },
];

/** Word-by-word differences between two answers to the same question, in both directions. */
export function DiffDialog({ onClose }: { onClose: () => void }) {
  const columns = useComparisonState((state) => state.columns);
  const [pair, setPair] = useState<[number, number]>([0, 1]);
  const [view, setView] = useState<View>("inline");
  const questions = Math.max(...columns.map((column) => listResponses(column).length));
  const [question, setQuestion] = useState(questions - 1);
  const [before, after] = pair.map((index) => getText(columns[index], question));
  const diff = useMemo(
    () => (before === undefined || after === undefined ? undefined : diffResponses(before, after)),
    [before, after],
  );

  return (
    <ModalDialog open onClose={onClose} title="Differences" className="w-[68rem]">
      <div className="flex flex-wrap items-center gap-2">
        <ColumnChoice
          label="First response"
          columns={columns}
          value={pair[0]}
          onChange={(first) => setPair([first, pair[1]])}
        />
        <span aria-hidden className="text-muted-foreground">
          →
        </span>
        <ColumnChoice
          label="Second response"
          columns={columns}
          value={pair[1]}
          onChange={(second) => setPair([pair[0], second])}
        />
        {questions > 1 && (
          <Select
            label="Question"
            options={Array.from({ length: questions }, (_, index) => ({
              value: String(index),
              label: `Question ${index + 1}`,
            }))}
            value={String(question)}
            onChange={(chosen) => setQuestion(Number(chosen))}
          />
        )}
        <span className="flex-1" />
        <Segmented label="View" options={VIEWS} value={view} onChange={setView} />
      </div>
      {before === undefined || after === undefined ? (
        <p className="py-10 text-center text-muted-foreground">Waiting for both responses.</p>
      ) : diff ? (
        <Difference diff={diff} view={view} />
      ) : (
        <p className="py-10 text-center text-muted-foreground">
          These responses are too different to compare word by word.
        </p>
      )}
    </ModalDialog>
  );
}

function Difference({ diff: { pieces, differing }, view }: { diff: ResponseDiff; view: View }) {
  return (
    <>
      <h3 data-testid="difference" className="font-medium text-lg">
        {describeDifference(pieces, differing)}
      </h3>
      {pieces.some(({ kind }) => kind !== "same") && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
          <span>
            <del className={LOOKS.removed}>only in the first</del>
          </span>
          <span>
            <ins className={LOOKS.added}>only in the second</ins>
          </span>
        </p>
      )}
      {view === "inline" ? (
        <Pane pieces={pieces} label="Both responses" />
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Pane pieces={pieces.filter(({ kind }) => kind !== "added")} label="First response, marked" />
          <Pane pieces={pieces.filter(({ kind }) => kind !== "removed")} label="Second response, marked" />
        </div>
      )}
    </>
  );
}

function describeDifference(pieces: ResponseDiff["pieces"], differing: number): string {
  if (pieces.every(({ kind }) => kind === "same")) return "Identical";
  if (differing === 0) return "Same words, different spacing";
  return differing === 1 ? "1 word differs" : `${formatCount(differing)} words differ`;
}

/** Styles of added and removed words. Colour is never the only sign. */
const LOOKS = {
  removed: "rounded-[3px] bg-destructive/12 text-destructive decoration-destructive/60 line-through",
  added: "rounded-[3px] bg-success/15 text-success no-underline outline outline-1 outline-success/30",
};

function Pane({ pieces, label }: { pieces: readonly DiffPiece[]; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
      tabIndex={0}
      className="max-h-[60dvh] overflow-y-auto whitespace-pre-wrap break-words rounded-2xl border bg-card px-4 py-3 text-[15px] leading-relaxed -outline-offset-2"
    >
      {pieces.map(({ text, kind }, index) => {
        if (kind === "same") return text;
        const Mark = kind === "removed" ? "del" : "ins";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, recreated with it.
          <Mark key={index} className={clsx("px-px", LOOKS[kind])}>
            {text}
          </Mark>
        );
      })}
    </section>
  );
}

function ColumnChoice({
  label,
  columns,
  value,
  onChange,
}: {
  label: string;
  columns: readonly Column[];
  value: number;
  onChange: (index: number) => void;
}) {
  return (
    <Select
      label={label}
      className="max-w-[18rem]"
      options={columns.map((column, index) => ({
        value: String(index),
        label: `${index + 1}. ${PAGE_NAMES[column.page]}, ${listResponses(column).at(-1)?.model ?? "no response"}`,
      }))}
      value={String(value)}
      onChange={(index) => onChange(Number(index))}
    />
  );
}

const listResponses = ({ chat }: Column) => listResponsesByQuestion(chat.store.get().session.transcript);

/** Returns the text of the answer, or undefined when it has none. */
function getText(column: Column | undefined, question: number): string | undefined {
  const turn = column && listResponses(column)[question];
  const choice = turn && getChosenChoice(turn);
  if (!choice) return undefined;
  const calls = choice.toolCalls.map(({ name, arguments: input }) => `${name}(${input})`);
  return [choice.text, ...calls].filter(Boolean).join("\n\n") || undefined;
}
