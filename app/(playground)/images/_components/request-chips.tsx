"use client";

import { clsx } from "clsx";
import { listSentValues } from "#app/(playground)/images/_model/image-parameters.ts";
import { getOperation } from "#lib/playground/images/image-job.ts";
import { useImagesState } from "./images-context.tsx";

/**
 * Chips of the set parameters, beside the prompt. Parameters that the model does not accept are struck through. A click
 * reveals the parameter in the panel.
 */
export function RequestChips({ onShow }: { onShow: (name: string) => void }) {
  const draft = useImagesState((state) => state.draft);
  const sent = listSentValues(draft.values, { model: draft.model, operation: getOperation(draft) });
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto px-0.5 py-0.5 [scrollbar-width:none]">
      {Object.entries(draft.values).map(([name, value]) => (
        <button
          key={name}
          type="button"
          onClick={() => onShow(name)}
          data-tooltip={name in sent ? name : `${name}: not sent, ${draft.model} does not take it`}
          className={clsx(
            "text-numeric shrink-0 rounded-full border px-2 py-0.5 text-muted-foreground hover:text-foreground pointer-coarse:py-1.5",
            !(name in sent) && "border-dashed line-through",
          )}
        >
          {name} {String(value)}
        </button>
      ))}
    </div>
  );
}
