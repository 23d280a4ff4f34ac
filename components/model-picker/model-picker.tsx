"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { getProviderId, type Model } from "#lib/playground/models/models.ts";
import { ProviderMark } from "../ui/provider-mark.tsx";

const ModelPopover = dynamic(() => import("./model-popover.tsx").then((module) => module.ModelPopover));

const EVENT = "parlance:choose-model";

type ModelRequest = {
  anchor: HTMLElement;
  /** Receives the selected model; without it, the page's model changes. */
  onChoose?: (id: string) => void;
};

/** Opens the list of models at any element of the page. */
export function chooseModel(anchor: HTMLElement, onChoose?: ModelRequest["onChoose"]): void {
  dispatchEvent(new CustomEvent<ModelRequest>(EVENT, { detail: { anchor, onChoose } }));
}

/** Button in the top bar that shows the model and opens the list, which is loaded on first use. */
export function ModelPicker({
  models,
  value,
  isDefault,
  loading,
  onChange,
  shortcut = true,
}: {
  models: readonly Model[];
  value: string | undefined;
  /** True when no model is set and the gateway's default is shown. */
  isDefault: boolean;
  loading: boolean;
  onChange: (id: string | undefined) => void;
  /** Opens by keyboard shortcut and through `chooseModel`; for the one picker of a page. */
  shortcut?: boolean;
}) {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  const button = useRef<HTMLButtonElement>(null);
  const [request, setRequest] = useState<ModelRequest>();
  const model = models.find((candidate) => candidate.id === value);

  const detail = model && (model.id === model.name ? model.upstream : model.id);

  useEffect(() => {
    if (!shortcut) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setRequest(undefined);
      setState("open");
    };
    const onAsked = (event: Event) => {
      if (!(event instanceof CustomEvent)) return;
      setRequest(event.detail);
      setState("open");
    };
    addEventListener("keydown", onKey);
    addEventListener(EVENT, onAsked);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener(EVENT, onAsked);
    };
  }, [shortcut]);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state === "open"}
        data-model-id={value}
        onClick={() => {
          setRequest(undefined);
          setState("open");
        }}
        className="flex h-8 min-w-0 items-center gap-1.5 rounded-lg px-2.5 transition-colors duration-150 hover:bg-foreground/[0.06] aria-expanded:bg-foreground/[0.06] pointer-coarse:h-10"
      >
        <span className="sr-only">Model: </span>
        {(model || value?.includes("/")) && (
          <ProviderMark provider={model ? getProviderId(model) : (value?.split("/")[0] ?? "")} />
        )}
        {model ? (
          <>
            <span className="truncate font-medium">{model.name}</span>{" "}
            <span className="truncate font-mono text-xs text-muted-foreground tracking-tight max-sm:hidden">
              {detail}
            </span>{" "}
          </>
        ) : (
          <span className="truncate font-medium">{loading ? "…" : (value ?? "No models")}</span>
        )}
        {isDefault && model && (
          <span className="rounded-full border px-1.5 text-xs text-muted-foreground leading-4 max-sm:hidden">
            default
          </span>
        )}
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </button>
      {state !== "never" && (
        <ModelPopover
          open={state === "open"}
          anchor={request?.anchor ?? button.current}
          models={models}
          value={value}
          onChange={request?.onChoose ?? onChange}
          onClose={() => setState("closed")}
        />
      )}
    </>
  );
}
