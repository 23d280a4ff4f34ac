/** What the renderer is asked for. Plain data, so that it crosses threads. */

export type VideoRequest = {
  prompt: string;
  /** Any integer. The same request gives the same frames. */
  seed: number;
  /** Even numbers of pixels, up to 1920. */
  width: number;
  height: number;
  seconds: number;
  /** What is not to be seen. */
  negativePrompt?: string;
  /** Encoded images: the first frame and the last, cut to the size. */
  image?: Uint8Array;
  lastFrame?: Uint8Array;
  /** `prompt` above is then the source's, and this is what changes; what it does not name stays. */
  remix?: { prompt: string };
};
