/**
 * Images of other sites in a response. An image address can leak text that the model has read, so none is loaded before
 * the user asks for it, once or for all.
 */
import { createStore } from "../shell/create-store.ts";

export const REMOTE_IMAGE_SETTINGS = ["never", "ask", "always"] as const;
export type RemoteImageSetting = (typeof REMOTE_IMAGE_SETTINGS)[number];

const NAME = "parlance.remote-images";

type State = {
  setting: RemoteImageSetting;
  /** Addresses that the user loaded, for as long as the page is open. */
  loaded: ReadonlySet<string>;
};

export const remoteImages = createStore<State>({ setting: readSetting(), loaded: new Set() });

export function setRemoteImages(setting: RemoteImageSetting): void {
  remoteImages.set({ setting });
  try {
    localStorage.setItem(NAME, setting);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page is open.
  }
}

/** Loads an image wherever the page shows it. */
export function loadRemoteImage(address: string): void {
  remoteImages.set(({ loaded }) => ({ loaded: new Set([...loaded, address]) }));
}

function readSetting(): RemoteImageSetting {
  // On the server, even asking for localStorage prints a warning.
  if (typeof window === "undefined") return "ask";
  try {
    const kept = localStorage.getItem(NAME);
    return REMOTE_IMAGE_SETTINGS.find((setting) => setting === kept) ?? "ask";
  } catch {
    return "ask";
  }
}
