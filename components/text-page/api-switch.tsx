"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useRef, useState } from "react";
import { API_NAMES } from "#lib/playground/conversion/page-names.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { DialectDot } from "../ui/dialect-dot.tsx";
import { useLayer } from "../ui/use-layer.ts";
import { useApiCommands } from "./use-api-commands.ts";

const ApiPopup = dynamic(() => import("./api-popup.tsx").then((module) => module.ApiPopup));
const ContinueDialog = dynamic(() => import("../sharing/continue-dialog.tsx").then((module) => module.ContinueDialog));

/** Button in the top bar that names the page's API and moves to another one, with the open conversation. */
export function ApiSwitch({ page, model }: { page: TextPage; model: string | undefined }) {
  const popup = useLayer();
  /** API to which the conversation can move only with losses, which the dialog lists. */
  const [target, setTarget] = useState<TextPage>();
  const button = useRef<HTMLButtonElement>(null);
  const switchTo = useApiCommands({ page, model, onLosses: setTarget });
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`API: ${API_NAMES[page]}`}
        aria-haspopup="menu"
        aria-expanded={popup.isOpen}
        onClick={popup.toggle}
        className="flex h-8 shrink-0 items-center gap-2 rounded-lg px-2 transition-colors duration-150 hover:bg-foreground/[0.06] aria-expanded:bg-foreground/[0.06] pointer-coarse:h-10"
      >
        <DialectDot page={page} />
        <span className="text-muted-foreground max-sm:hidden">{API_NAMES[page]}</span>
        <ChevronDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </button>
      {popup.wasOpened && (
        <ApiPopup open={popup.isOpen} anchor={button} page={page} onChoose={switchTo} onClose={popup.close} />
      )}
      {target && <ContinueDialog page={target} model={model} onClose={() => setTarget(undefined)} />}
    </>
  );
}
