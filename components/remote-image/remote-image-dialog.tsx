"use client";

import { type RemoteImageSetting, remoteImages, setRemoteImages } from "#lib/playground/files/remote-images.ts";
import { ModalDialog } from "../ui/modal-dialog.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { useStore } from "../use-store.ts";

const OPTIONS: readonly { value: RemoteImageSetting; label: string }[] = [
  { value: "never", label: "Never" },
  { value: "ask", label: "Ask" },
  { value: "always", label: "Always" },
];

const MEANINGS: Record<RemoteImageSetting, string> = {
  never: "Images of other sites stay links.",
  ask: "An image of another site loads when you click “Load image”.",
  always: "Images load as soon as you see them. A response can then send out what the model has read.",
};

/** Dialog for the setting that determines when external images are loaded. */
export function RemoteImageDialog({ onClose }: { onClose: () => void }) {
  const setting = useStore(remoteImages, (state) => state.setting);
  return (
    <ModalDialog open onClose={onClose} title="Remote images" className="w-96">
      <p className="text-muted-foreground text-sm">
        Responses can name images of other sites. A site whose image you load sees your network address, and everything
        that the image’s address holds.
      </p>
      <Segmented label="Load remote images" options={OPTIONS} value={setting} onChange={setRemoteImages} />
      <p role="status" className="min-h-10 text-[13px] text-muted-foreground">
        {MEANINGS[setting]}
      </p>
    </ModalDialog>
  );
}
