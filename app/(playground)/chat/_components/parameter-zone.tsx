"use client";

import dynamic from "next/dynamic";
import type { Model } from "#lib/playground/models.ts";
import { useChat, useChatState } from "../../../../components/chat/chat-context.tsx";
import { useZone } from "../../../../components/shell/use-zone.ts";
import { useMediaQuery } from "../../../../components/use-media-query.ts";

const ParameterPanel = dynamic(() =>
  import("../../../../components/parameters/parameter-panel.tsx").then((module) => module.ParameterPanel),
);
const SideSheet = dynamic(() => import("../../../../components/ui/side-sheet.tsx").then((module) => module.SideSheet));

/** The parameter panel in the form that fits the window: a zone of the page, a sheet from the right, or from below. */
export function ParameterZone({
  model,
  reveal,
}: {
  model: Model | undefined;
  reveal?: { name: string; count: number };
}) {
  const chat = useChat();
  const settings = useChatState((state) => state.session.settings);
  const [open, setOpen] = useZone("panel");
  const wide = useMediaQuery("(min-width: 1024px)");
  const phone = useMediaQuery("(max-width: 639px)");
  const panel = (
    <ParameterPanel
      settings={settings}
      model={model}
      reveal={reveal}
      onChange={chat.changeSettings}
      onClose={() => setOpen(false)}
    />
  );
  return (
    <>
      <aside
        aria-label="Parameters"
        className="parameter-zone zone-motion hidden shrink-0 overflow-hidden bg-card lg:block"
        inert={!open}
      >
        {wide && open && <div className="flex h-full w-[344px] flex-col border-l">{panel}</div>}
      </aside>
      {!wide && open && (
        <SideSheet open onClose={() => setOpen(false)} side={phone ? "bottom" : "right"} title="Parameters">
          {panel}
        </SideSheet>
      )}
    </>
  );
}
