import { Toasts } from "../ui/toast.tsx";
import { TooltipLayer } from "../ui/tooltip-layer.tsx";
import { KeyMap } from "./key-map.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { TabStatus } from "./tab-status.tsx";

/** Layers over every page: tooltips, toasts, the palette and the keyboard shortcuts. */
export function PageLayers() {
  return (
    <>
      <TooltipLayer />
      <Toasts />
      <PaletteHost />
      <KeyMap />
      <TabStatus />
    </>
  );
}
