/** Request to the renderer: plain data, so that it can be sent to workers. */

export type VideoRequest = {
  prompt: string;
  /** Seed, any integer. The same request gives the same frames. */
  seed: number;
  /** Size in pixels: even numbers, up to 1920. */
  width: number;
  height: number;
  seconds: number;
  /** Description of content to avoid. */
  negativePrompt?: string;
  /** Encoded images of the first and the last frame, cropped to the size. */
  image?: Uint8Array;
  lastFrame?: Uint8Array;
  /** Changes to the video of `prompt`; everything that they do not name stays. */
  remix?: { prompt: string };
};
