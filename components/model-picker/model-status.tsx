"use client";

import { clsx } from "clsx";
import type { Model } from "#lib/playground/models/models.ts";
import { chooseModel } from "./model-picker.tsx";

type Look = { word: string; dot: string };

/** Model that the message will go to, with its status, beside the send button. A click selects another. */
export function ModelStatus({
  id,
  model,
  activity,
  loading,
  problem,
}: {
  id: string | undefined;
  /** Undefined when the model is not in the list. */
  model: Model | undefined;
  activity?: "sending" | "answering";
  loading: boolean;
  /** Reason that the model list could not be loaded. */
  problem?: string;
}) {
  if (loading || !id) return null;
  const { word, dot } = chooseLook({ model, activity, problem });
  return (
    <button
      type="button"
      aria-label={`${model?.name ?? id}: ${word}. Choose a model.`}
      data-tooltip={word}
      onClick={(event) => chooseModel(event.currentTarget)}
      className="flex h-7 min-w-0 max-w-44 shrink-0 items-center gap-2 rounded-full px-2.5 text-muted-foreground text-xs transition-colors hover:bg-foreground/[0.05] hover:text-foreground max-sm:max-w-32 pointer-coarse:h-9"
    >
      <span aria-hidden className={clsx("size-1.5 shrink-0 rounded-full forced-color-adjust-none", dot)} />
      <span className="truncate">{model?.name ?? id}</span>
    </button>
  );
}

function chooseLook({
  model,
  activity,
  problem,
}: {
  model: Model | undefined;
  activity?: "sending" | "answering";
  problem?: string;
}): Look {
  if (activity === "sending") return { word: "Waiting for the provider", dot: "bg-accent animate-pulse" };
  if (activity === "answering") return { word: "Responding", dot: "bg-accent animate-pulse" };
  if (problem) return { word: "The models could not be listed", dot: "bg-destructive" };
  if (!model) return { word: "Not in the list of models", dot: "bg-warning" };
  return { word: `Ready, from ${model.upstream}`, dot: "bg-success" };
}
