/** A picture as the viewer shows it. */
export type ViewerPicture = {
  /** What `showPicture` asks for; unique in the gallery. */
  id: string;
  /** What it shows: its alternative text and its caption. */
  description: string;
  fileName: string;
  mediaType: string;
  /** In bytes. */
  size: number;
  /** Size in pixels. */
  width: number;
  height: number;
  /** Its place in the store of the page. */
  sha256: string;
};
