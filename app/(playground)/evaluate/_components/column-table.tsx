"use client";

import { formatInterval, formatRate, formatUsd } from "#app/(playground)/evaluate/_model/figures.ts";
import type { Evaluation } from "#lib/contract/evaluation.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";

const CELL = "border-b px-3 py-1.5 text-right align-top whitespace-nowrap";

/** Pass rates, cost, times and tokens of each column. */
export function ColumnTable({ evaluation: { columns, checks, summary } }: { evaluation: Evaluation }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
    <section aria-label="Columns" tabIndex={0} className="overflow-x-auto rounded-xl border">
      <table className="text-numeric w-full text-[13px]">
        <thead>
          <tr className="text-muted-foreground text-xs">
            <th scope="col" className="border-b px-3 py-1.5 text-left font-medium">
              Column
            </th>
            {["Passed", "Errors", "Cost", "p50", "p95", "Tokens in", "Tokens out"].map((name) => (
              <th key={name} scope="col" className={`${CELL} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {summary.columns.map((column, index) => {
            const { pass, errors, open, cost_usd: cost, checks_cost_usd: checksCost } = column;
            const key = `${index}`;
            return (
              <tr key={key}>
                <th
                  scope="row"
                  className="max-w-72 border-b px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]"
                >
                  {columns[index]?.name || columns[index]?.model}
                  {checks.length > 1 && (
                    <span className="block font-normal text-muted-foreground text-xs">
                      {column.checks.map((rate, check) => `${check + 1}: ${formatRate(rate)}`).join(" · ")}
                    </span>
                  )}
                </th>
                <td className={CELL}>
                  <span className="font-medium">{formatRate(pass)}</span>
                  {pass && (
                    <span className="block text-muted-foreground text-xs">
                      {pass.passed} of {pass.of}, 95% {formatInterval(pass)}
                    </span>
                  )}
                  {open > 0 && <span className="block text-muted-foreground text-xs">{formatCount(open)} open</span>}
                </td>
                <td className={`${CELL} ${errors > 0 ? "text-destructive" : ""}`}>{formatCount(errors)}</td>
                <td className={CELL}>
                  {formatUsd(cost)}
                  {checksCost > 0 && (
                    <span className="block text-muted-foreground text-xs">+ {formatUsd(checksCost)} checks</span>
                  )}
                </td>
                <td className={CELL}>{column.p50_ms === null ? "—" : formatDuration(column.p50_ms)}</td>
                <td className={CELL}>{column.p95_ms === null ? "—" : formatDuration(column.p95_ms)}</td>
                <td className={CELL}>{formatCount(column.input_tokens)}</td>
                <td className={CELL}>{formatCount(column.output_tokens)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
