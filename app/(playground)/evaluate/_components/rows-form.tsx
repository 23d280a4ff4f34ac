"use client";

import { useId, useRef, useState } from "react";
import { listFields } from "#app/(playground)/evaluate/_model/draft.ts";
import { importText } from "#app/(playground)/evaluate/_model/evaluation-requests.ts";
import { Button } from "#components/ui/button.tsx";
import type { EvaluationImport } from "#lib/contract/evaluation.ts";
import type { EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { countOf } from "#lib/playground/streams/count-of.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { LogRows } from "./log-rows.tsx";

const FORMATS: Record<EvaluationImport["format"], string> = {
  promptfoo: "a Promptfoo config",
  openai_eval: "an OpenAI eval",
  csv: "CSV",
  jsonl: "JSONL",
  json: "JSON",
  log: "the request log",
};

/** Rows from pasted text, from a file of several formats, or from the request log. */
export function RowsForm({
  rows,
  onImport,
}: {
  rows: readonly EvaluationRow[];
  onImport: (imported: EvaluationImport) => void;
}) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<EvaluationImport>();

  function take(imported: EvaluationImport): void {
    setFound(imported);
    onImport(imported);
  }

  async function read(source: string): Promise<void> {
    if (source.trim() === "") return;
    setBusy(true);
    setProblem(undefined);
    try {
      take(await importText(source));
      setText("");
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section aria-label="Rows" className="flex flex-col gap-3">
      <h2 className="font-medium text-base">Rows</h2>
      <label htmlFor={id} className="text-muted-foreground text-xs">
        Paste CSV, JSON or JSONL, a Promptfoo config, or an export of OpenAI’s Evals.
      </label>
      <textarea
        id={id}
        value={text}
        rows={5}
        spellCheck={false}
        placeholder={"question,expected\nWhat is 2 + 2?,4"}
        className="w-full rounded-[10px] border border-input bg-background p-3 font-mono text-[13px] max-sm:text-base"
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={busy || text.trim() === ""} onClick={() => void read(text)}>
          {busy ? "Reading…" : "Use this text"}
        </Button>
        <Button disabled={busy} onClick={() => file.current?.click()}>
          Open file
        </Button>
        <LogRows onRows={take} />
        <input
          ref={file}
          type="file"
          aria-label="File with rows"
          accept=".csv,.tsv,.json,.jsonl,.ndjson,.yaml,.yml,.txt"
          className="sr-only"
          tabIndex={-1}
          onChange={async (event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen) await read(await chosen.text());
          }}
        />
      </div>
      {problem && (
        <p role="alert" className="text-[13px] text-destructive [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
      {rows.length > 0 && <Preview rows={rows} />}
      {found && (
        <div role="status" className="text-[13px] text-muted-foreground">
          Read {countOf(found.definition.rows.length, "row")} from {FORMATS[found.format]}.
          {found.ignored.length > 0 && (
            <details className="mt-1">
              <summary className="cursor-pointer">
                {countOf(found.ignored.length, "part")} without a counterpart
              </summary>
              <ul className="mt-1 list-disc pl-5">
                {found.ignored.map((name) => (
                  <li key={name}>{name}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </section>
  );
}

const SHOWN = 3;

function Preview({ rows }: { rows: readonly EvaluationRow[] }) {
  const fields = listFields(rows);
  const first = rows.slice(0, SHOWN).map((row, index) => ({ row, key: `${index}` }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
    <section aria-label="First rows" tabIndex={0} className="overflow-x-auto rounded-xl border">
      <table className="w-full text-left text-[13px]">
        <thead>
          <tr>
            {fields.map((field) => (
              <th key={field} scope="col" className="border-b px-3 py-1.5 font-medium">
                {field}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.map(({ row, key }) => (
            <tr key={key}>
              {fields.map((field) => (
                <td key={field} className="max-w-72 truncate px-3 py-1.5">
                  {row.values[field]?.slice(0, 200)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p className="border-t px-3 py-1.5 text-muted-foreground text-xs">
          and {formatCount(rows.length - SHOWN)} more
        </p>
      )}
    </section>
  );
}
