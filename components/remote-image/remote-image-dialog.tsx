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
  never: "Images from other sites are shown as links.",
  ask: "Images from other sites load when you click “Load image”.",
  always: "Images load automatically. A malicious response could leak what the model has read.",
};

/** Dialog for the setting that determines when external images are loaded. */
export function RemoteImageDialog({ onClose }: { onClose: () => void }) {
  const setting = useStore(remoteImages, (state) => state.setting);
  return (
    <ModalDialog open onClose={onClose} title="Remote images" className="w-96">
      <p className="text-muted-foreground text-sm">
        Responses can link to images on other sites. Loading one shows that site your network address and the image’s
        full URL.
      </p>
      <Segmented label="Load remote images" options={OPTIONS} value={setting} onChange={setRemoteImages} />
      <p role="status" className="min-h-10 text-[13px] text-muted-foreground">
        {MEANINGS[setting]}
      </p>
    </ModalDialog>
  );
}
