import { useEffect, useState } from "react";
import {
  cachedHighlight,
  type HighlightedCode,
  requestHighlight,
} from "#lib/playground/markdown/code/code-highlighter.ts";

/** The colours of code as far as they are known: at once where the same code was coloured before, else bit by bit. */
export function useHighlight({ code, language, enabled }: { code: string; language: string; enabled: boolean }) {
  const [progress, setProgress] = useState<{ code: string; highlighted: HighlightedCode }>();
  const known = progress?.code === code ? progress.highlighted : undefined;
  const highlighted = enabled ? (known ?? cachedHighlight(code, language)) : undefined;

  useEffect(() => {
    if (!enabled || cachedHighlight(code, language)) return;
    return requestHighlight({
      code,
      language,
      onProgress: (highlighted) => setProgress({ code, highlighted }),
    });
  }, [enabled, code, language]);

  return highlighted;
}
