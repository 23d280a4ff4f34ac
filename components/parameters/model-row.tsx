"use client";

import { ChevronDown } from "lucide-react";
import { getProviderId, type Model } from "#lib/playground/models/models.ts";
import { chooseModel } from "../model-picker/model-picker.tsx";
import { ProviderMark } from "../ui/provider-mark.tsx";

/** The page's model. Hidden where the panel is a sheet, over which the list of models cannot open. */
export function ModelRow({ id, model }: { id: string; model: Model | undefined }) {
  const name = model?.name ?? id;
  return (
    <div className="hidden min-h-9 items-center gap-3 pb-1 lg:flex">
      <span>Model</span>
      <button
        type="button"
        aria-label={`Change the model, now ${name}`}
        aria-haspopup="dialog"
        onClick={(event) => chooseModel(event.currentTarget)}
        className="ml-auto flex h-8 min-w-0 items-center gap-1.5 rounded-lg border px-2.5 text-[13px] hover:bg-foreground/[0.04]"
      >
        <ProviderMark provider={model ? getProviderId(model) : id.slice(0, Math.max(0, id.indexOf("/")))} />
        <span className="truncate">{name}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </button>
    </div>
  );
}
