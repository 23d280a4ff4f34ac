/** The canonical request for images and what comes of it, between the image routes and whoever paints. */

/** An encoded image. */
export type ImageBytes = { bytes: Uint8Array; mediaType: string };

/** An image of the client's: large ones wait on disk until somebody reads them. */
export type ImageInput = {
  mediaType: string;
  /** As the client called it. */
  filename: string;
  /** How many bytes it has. */
  size: number;
  read(): Promise<Uint8Array>;
  /** The same bytes as they come, for whoever passes them on. `take` gives memory for each piece; new memory when absent. */
  chunks(take?: (bytes: number) => Uint8Array): AsyncIterable<Uint8Array>;
};

export type ImageCall = {
  operation: "generate" | "edit";
  /** The upstream's own name of the model. */
  model: string;
  prompt: string;
  /** How many images. */
  count: number;
  /** Pixels; undefined where the model chooses. */
  size?: { width: number; height: number };
  /** As the client named it; undefined where the model chooses. */
  quality?: string;
  style?: "vivid" | "natural";
  background?: "transparent" | "opaque";
  outputFormat: "png" | "jpeg" | "webp";
  /** Quality of jpeg and webp, 0 to 100. */
  outputCompression: number;
  inputFidelity?: "high" | "low";
  /** How many previews of each image a stream is to have. */
  partialImages: number;
  stream: boolean;
  sources: ImageInput[];
  /** PNG of the first source's size; where its alpha is 0 the image is to change. */
  mask?: ImageInput;
};

export type ImageUsage = { textTokens: number; imageTokens: number; outputTokens: number };

export type ImageEvent =
  | { type: "partial"; index: number; image: ImageBytes }
  | {
      type: "image";
      image: ImageBytes;
      revisedPrompt?: string;
      /** What it came out as. */
      width: number;
      height: number;
      quality?: string;
      background?: "transparent" | "opaque";
    }
  | { type: "usage"; usage: ImageUsage };

/**
 * Whoever makes images. Throws GatewayError; stops at once when the signal is aborted.
 */
export type ImageProvider = (call: ImageCall, signal: AbortSignal) => AsyncIterable<ImageEvent>;
