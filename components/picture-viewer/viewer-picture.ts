/** An image for the viewer. */
export type ViewerPicture = {
  /** ID for `showPicture`; unique in the gallery. */
  id: string;
  /** Description: alternative text and caption. */
  description: string;
  fileName: string;
  mediaType: string;
  /** Size in bytes. */
  size: number;
  /** Size in pixels. */
  width: number;
  height: number;
  /** Hash in the page's store. */
  sha256: string;
};
