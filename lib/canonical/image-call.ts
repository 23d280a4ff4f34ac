/** The canonical request for images and its events, between the image routes and the image providers. */

/** An encoded image. */
export type ImageBytes = { bytes: Uint8Array; mediaType: string };

/** An image from the client; large images stay on disk until they are read. */
export type ImageInput = {
  mediaType: string;
  /** Name that the client gave. */
  filename: string;
  /** In bytes. */
  size: number;
  read(): Promise<Uint8Array>;
  /** Streams the same bytes. `take` supplies the memory for each chunk; without it, memory is allocated. */
  chunks(take?: (bytes: number) => Uint8Array): AsyncIterable<Uint8Array>;
};

export type ImageCall = {
  operation: "generate" | "edit";
  /** The upstream's name of the model. */
  model: string;
  prompt: string;
  /** Number of images. */
  count: number;
  /** In pixels; undefined when the model chooses. */
  size?: { width: number; height: number };
  /** The client's value; undefined when the model chooses. */
  quality?: string;
  style?: "vivid" | "natural";
  background?: "transparent" | "opaque";
  outputFormat: "png" | "jpeg" | "webp";
  /** Quality of jpeg and webp, 0 to 100. */
  outputCompression: number;
  inputFidelity?: "high" | "low";
  /** Number of previews per image in a stream. */
  partialImages: number;
  stream: boolean;
  sources: ImageInput[];
  /** PNG of the first source's size; the image changes where the mask's alpha is 0. */
  mask?: ImageInput;
};

export type ImageUsage = { textTokens: number; imageTokens: number; outputTokens: number };

export type ImageEvent =
  | { type: "partial"; index: number; image: ImageBytes }
  | {
      type: "image";
      image: ImageBytes;
      revisedPrompt?: string;
      /** Actual width in pixels. */
      width: number;
      height: number;
      quality?: string;
      background?: "transparent" | "opaque";
    }
  | { type: "usage"; usage: ImageUsage };

/** A source of images. Throws GatewayError; stops immediately when the signal is aborted. */
export type ImageProvider = (call: ImageCall, signal: AbortSignal) => AsyncIterable<ImageEvent>;
