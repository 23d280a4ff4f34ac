"use client";

import { ImageDown, ImageOff } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { loadRemoteImage, remoteImages } from "#lib/playground/files/remote-images.ts";
import { Button } from "../ui/button.tsx";
import { useStore } from "../use-store.ts";
import type { Size } from "./remote-image-frame.tsx";
import { SiteLink } from "./site-link.tsx";

const LoadedImage = lazy(() => import("./loaded-image.tsx").then((module) => ({ default: module.LoadedImage })));

/**
 * An external image: a card that names its site until the reader loads it. Built of spans, because an image can be
 * inside a paragraph.
 */
export function RemoteImage({ src, alt }: { src: string; alt: string }) {
  const wanted = useStore(remoteImages, ({ setting, loaded }) => setting === "always" || loaded.has(src));
  const never = useStore(remoteImages, ({ setting }) => setting === "never");
  const [outcome, setOutcome] = useState<Size | "failed">();
  if (wanted && outcome !== "failed") {
    return (
      <Suspense>
        <LoadedImage src={src} alt={alt} size={outcome} onOutcome={setOutcome} />
      </Suspense>
    );
  }
  const failed = outcome === "failed";
  const Icon = failed || never ? ImageOff : ImageDown;
  return (
    <span className="my-1 flex max-w-lg flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border bg-card px-3.5 py-2.5 text-[13px] leading-5">
      <Icon aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0 flex-1 basis-40">
        <span className="line-clamp-2 break-words font-medium">{alt || "Image"}</span>
        <SiteLink src={src} note={failed ? "couldn’t be loaded" : undefined} />
      </span>
      {(!never || failed) && (
        <Button
          size="small"
          aria-label={`${failed ? "Retry" : "Load image"} from ${new URL(src).host}`}
          onClick={() => {
            setOutcome(undefined);
            loadRemoteImage(src);
          }}
        >
          {failed ? "Retry" : "Load image"}
        </Button>
      )}
    </span>
  );
}
