import { Toasts } from "../ui/toast.tsx";
import { TooltipLayer } from "../ui/tooltip-layer.tsx";
import { KeyMap } from "./key-map.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { TabStatus } from "./tab-status.tsx";

/** What stands once over every page: tooltips and toasts, the palette and the keyboard map. */
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
