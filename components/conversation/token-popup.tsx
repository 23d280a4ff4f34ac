"use client";

import { Tooltip } from "@base-ui/react/tooltip";
import { clsx } from "clsx";
import { formatProbability, showToken, type TokenLogprob } from "#lib/playground/conversation/token-logprobs.ts";

/** Probability of one token and its alternatives, beside it. Also spoken, for those who move by keys. */
export function TokenPopup({ token, anchor }: { token: TokenLogprob | undefined; anchor: HTMLElement | null }) {
  const rows = token ? listRows(token) : [];
  return (
    <>
      <Tooltip.Root open={token !== undefined && anchor !== null}>
        <Tooltip.Portal>
          <Tooltip.Positioner
            anchor={anchor}
            side="bottom"
            sideOffset={6}
            collisionPadding={8}
            className="pointer-events-none z-50"
          >
            <Tooltip.Popup className="min-w-44 max-w-[calc(100vw-1rem)] rounded-xl bg-popover p-2 text-[13px] shadow-float">
              <table aria-label="Probabilities at this place" className="w-full border-separate border-spacing-x-1">
                <tbody>
                  {rows.map(({ text, logprob, isChosen }) => (
                    <tr key={text} className={clsx(isChosen ? "font-medium" : "text-muted-foreground")}>
                      <td className="max-w-40 truncate font-mono">{text}</td>
                      <td className="w-16">
                        <span className="block h-1.5 rounded-full bg-foreground/10">
                          <span
                            className={clsx("block h-full rounded-full", isChosen ? "bg-accent" : "bg-foreground/40")}
                            style={{ width: `${Math.min(100, Math.exp(logprob) * 100)}%` }}
                          />
                        </span>
                      </td>
                      <td className="text-numeric text-right">{formatProbability(logprob)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {rows.length === 1 && (
                <p className="mt-1 max-w-56 px-1 text-muted-foreground">
                  For alternatives, set Top log probabilities in the parameters.
                </p>
              )}
            </Tooltip.Popup>
          </Tooltip.Positioner>
        </Tooltip.Portal>
      </Tooltip.Root>
      <p aria-live="polite" className="sr-only">
        {rows.length > 1 &&
          `Alternatives: ${rows
            .filter(({ isChosen }) => !isChosen)
            .map(({ text, logprob }) => `${text} ${formatProbability(logprob)}`)
            .join(", ")}`}
      </p>
    </>
  );
}

type Row = { text: string; logprob: number; isChosen: boolean };

/** Returns the chosen token and its alternatives, likeliest first, each text once. */
function listRows({ token, logprob, top }: TokenLogprob): Row[] {
  const rows = new Map<string, Row>([[showToken(token), { text: showToken(token), logprob, isChosen: true }]]);
  for (const other of top) {
    const text = showToken(other.token);
    if (!rows.has(text)) rows.set(text, { text, logprob: other.logprob, isChosen: false });
  }
  return [...rows.values()].sort((one, other) => other.logprob - one.logprob);
}
