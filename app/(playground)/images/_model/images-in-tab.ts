/** Controller of the images page. It lives as long as the tab, so that requests continue after leaving the page. */
import { noteStreaming } from "#lib/playground/chat/streaming-pages.ts";
import { openImageHistory } from "#lib/playground/images/image-history.ts";
import { saveImageDraft } from "./image-draft.ts";
import { createImages, type Images } from "./images.ts";

let tabImages: Images | undefined;

/** Returns the tab's controller. On a server, which only renders the page, returns a new one each time. */
export function imagesInTab(): Images {
  const images = tabImages ?? createImages({ history: openImageHistory(), saveDraft: saveImageDraft });
  if (tabImages || typeof window === "undefined") return images;
  tabImages = images;
  images.store.subscribe(() => noteStreaming("images", Object.keys(images.store.get().runs).length > 0));
  return images;
}
