"use client";

import { clsx } from "clsx";
import { Balloon, Cat, Lighthouse, PawPrint } from "lucide-react";
import { IMAGE_PRESETS } from "#lib/playground/images/image-presets.ts";
import { useImages } from "./images-context.tsx";

const ICONS: Record<string, typeof Cat> = { lighthouse: Lighthouse, balloon: Balloon, cat: Cat, fox: PawPrint };

export function EmptyStage({ ready, problem }: { ready: boolean; problem?: string }) {
  return (
    <div className={clsx("flex flex-1 flex-col items-center justify-end px-6 pb-7 text-center", !ready && "invisible")}>
      <h2 className="text-balance font-medium text-[26px] leading-8 tracking-[-0.02em]">What shall we paint?</h2>
      {problem ? (
        <p role="alert" className="mt-2 max-w-md text-destructive">
          The gateway could not be asked: {problem}
        </p>
      ) : (
        <p className="mt-2 max-w-md text-balance text-muted-foreground">
          Describe a picture, or add one to change it. Pictures are kept in this browser.
        </p>
      )}
    </div>
  );
}

/** Each fills the fields and the panel, and sends. */
export function Presets({ ready }: { ready: boolean }) {
  const images = useImages();
  return (
    <div className={clsx("flex flex-[1.35] flex-col items-center px-4 pt-5 pb-8", !ready && "invisible")}>
      <ul aria-label="Suggestions" className="flex max-w-[54rem] flex-wrap justify-center gap-2">
        {IMAGE_PRESETS.map(({ id, label, prompt, values }) => {
          const Icon = ICONS[id] ?? Cat;
          return (
            <li key={id}>
              <button
                type="button"
                onClick={() => {
                  images.changeDraft({ model: "image-model-a", prompt, values, sources: [], mask: undefined });
                  void images.generate();
                }}
                className="flex h-9 items-center gap-2 rounded-full border bg-background/60 pr-4 pl-3.5 text-[13px] text-muted-foreground transition-[background-color,color,border-color,transform] duration-150 ease-press hover:border-foreground/25 hover:bg-background hover:text-foreground active:scale-[0.98] pointer-coarse:h-11"
              >
                <Icon aria-hidden className="size-3.5" />
                {label}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
