"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ParameterDefinition, ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";

/**
 * Parameters that few requests need, in groups under “Advanced”. Opens when one of them is set, or is to be shown.
 *
 * @param row creates the row of a parameter
 */
export function FoldedParameters<Parameter>({
  groups,
  getDefinition,
  values,
  refused,
  reveal,
  row,
}: {
  groups: readonly (readonly [title: string, parameters: readonly Parameter[]])[];
  getDefinition: (parameter: Parameter) => ParameterDefinition;
  values: ParameterValues;
  /** Name of the refused parameter. */
  refused: string | undefined;
  /** Parameter to reveal; each new object reveals it again. */
  reveal: { name: string } | undefined;
  row: (parameter: Parameter) => ReactNode;
}) {
  const names = groups.flatMap(([, parameters]) => parameters.map((parameter) => getDefinition(parameter).name));
  const setCount = names.filter((name) => values[name] !== undefined).length;
  const shown = reveal && names.includes(reveal.name) ? reveal : names.find((name) => name === refused);
  const hasSet = setCount > 0;
  const [open, setOpen] = useState(false);
  const [seen, setSeen] = useState<{ hasSet: boolean; shown: unknown }>({ hasSet: false, shown: undefined });
  if (seen.hasSet !== hasSet || seen.shown !== shown) {
    setSeen({ hasSet, shown });
    if ((hasSet && !seen.hasSet) || (shown !== undefined && shown !== seen.shown)) setOpen(true);
  }
  if (names.length === 0) return null;
  return (
    <section className="mt-3 border-t pt-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-2 rounded-lg px-2 text-left font-medium hover:bg-foreground/[0.04] pointer-coarse:min-h-11"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 text-muted-foreground transition-transform motion-reduce:transition-none ${open ? "rotate-90" : ""}`}
        />
        Advanced
        {hasSet && <span className="ml-auto text-numeric text-muted-foreground">{setCount} set</span>}
      </button>
      {open &&
        groups.map(([title, parameters]) => (
          <section key={title} className="pt-3">
            <h3 className="group-title pb-0.5">{title}</h3>
            {parameters.map(row)}
          </section>
        ))}
    </section>
  );
}
