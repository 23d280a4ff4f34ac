"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ModalDialog } from "#components/ui/modal-dialog.tsx";
import { useCatalogue } from "#components/use-catalogue.ts";
import { useStore } from "#components/use-store.ts";
import type { Chat } from "#lib/playground/chat/chat.ts";
import type { Price } from "#lib/playground/models/cost.ts";
import { useComparison, useComparisonState } from "./comparison-context.tsx";

const FIELDS = [
  { name: "input", label: "Input" },
  { name: "cachedInput", label: "Cached input (optional)" },
  { name: "output", label: "Output" },
] as const;

/** Dialog for a model's price as entered by the reader. Saved in this browser. */
export function PriceDialog({ columnId, onClose }: { columnId: string; onClose: () => void }) {
  const column = useComparisonState(({ columns }) => columns.find(({ id }) => id === columnId));
  return column ? <Dialog chat={column.chat} onClose={onClose} /> : null;
}

function Dialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const comparison = useComparison();
  const { defaultModel } = useCatalogue();
  const model = useStore(chat.store, (state) => state.session.settings.model) ?? defaultModel ?? "";
  const known = useComparisonState((state) => state.prices[model]);
  const [typed, setTyped] = useState<Record<string, string>>(() => asText(known));
  const [problem, setProblem] = useState<string>();

  const save = (event: FormEvent) => {
    event.preventDefault();
    const price = readPrice(typed);
    if (!price) {
      setProblem("Enter the input and output prices as numbers, such as 0.25.");
      return;
    }
    comparison?.setPrice(model, price);
    onClose();
  };

  return (
    <ModalDialog open onClose={onClose} title="Model price" className="w-[26rem]">
      <form onSubmit={save} className="flex flex-col gap-3">
        <p className="text-muted-foreground">
          US dollars per million tokens of <code className="font-mono text-foreground text-xs">{model}</code>. Your
          price replaces the listed one, in this browser only.
        </p>
        {FIELDS.map(({ name, label }) => (
          <label key={name} className="flex items-center justify-between gap-3">
            <span>{label}</span>
            <span className="relative">
              <span aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground">
                $
              </span>
              <input
                inputMode="decimal"
                autoComplete="off"
                value={typed[name] ?? ""}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                className="h-9 w-32 rounded-[10px] border border-input bg-background pr-3 pl-7 text-right font-mono text-[13px] tabular-nums max-sm:text-base"
              />
            </span>
          </label>
        ))}
        {problem && (
          <p role="alert" className="text-[13px] text-destructive">
            {problem}
          </p>
        )}
        <div className="flex justify-end gap-2 pt-1">
          {known && (
            <Button
              variant="ghost"
              onClick={() => {
                comparison?.setPrice(model, undefined);
                onClose();
              }}
            >
              {" "}
              Remove price{" "}
            </Button>
          )}
          <Button type="submit" variant="primary">
            Save
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

const asText = (price: Price | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(price ?? {}).map(([name, value]) => [name, String(value)]));

/** Parses the entered price; accepts a decimal comma. */
function readPrice(typed: Record<string, string>): Price | undefined {
  const number = (name: string) => {
    const text = (typed[name] ?? "").trim().replace(",", ".");
    const value = Number(text);
    return text !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const [input, output, cachedInput] = [number("input"), number("output"), number("cachedInput")];
  if (input === undefined || output === undefined) return undefined;
  if ((typed.cachedInput ?? "").trim() !== "" && cachedInput === undefined) return undefined;
  return { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) };
}
