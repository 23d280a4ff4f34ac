import { useEffect, useState } from "react";
import {
  cachedHighlight,
  type HighlightedCode,
  requestHighlight,
} from "#lib/playground/markdown/code/code-highlighter.ts";

/** Returns the highlighting of code as far as it is known: at once for code highlighted before, else in steps. */
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
