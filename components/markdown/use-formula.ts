import { useEffect, useMemo, useState } from "react";
import type { FormulaSource } from "#lib/playground/markdown/formulas/formula-source.ts";
import type { RenderedFormula } from "./render-formula.ts";

type Render = (formula: FormulaSource) => RenderedFormula;

let loaded: Render | undefined;
let loading: Promise<void> | undefined;

/** Returns the formula as HTML; undefined while the renderer is loading, which the first formula of a page triggers. */
export function useFormula({ tex, display }: FormulaSource): RenderedFormula | undefined {
  const [render, setRender] = useState<Render | undefined>(() => loaded);
  useEffect(() => {
    if (render) return;
    let wanted = true;
    loadRenderer().then(
      () => wanted && setRender(() => loaded),
      // When loading fails, the formula stays text; the next one tries again.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [render]);
  return useMemo(() => render?.({ tex, display }), [render, tex, display]);
}

function loadRenderer(): Promise<void> {
  loading ??= import("./render-formula.ts").then(
    ({ renderFormula }) => {
      loaded = renderFormula;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
