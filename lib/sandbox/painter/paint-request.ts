/** Input and output of the painter: plain data, so that it can be sent to workers. */

export type ImageFormat = "png" | "jpeg" | "webp";

export type PaintRequest = {
  prompt: string;
  /** Any integer. The same prompt, seed, size and settings give the same bytes. */
  seed: number;
  /** Size in pixels; default: 1024 × 1024, or the size of the first input image. */
  size?: { width: number; height: number };
  /** Fineness of textures. */
  quality: "low" | "medium" | "high";
  style: "vivid" | "natural";
  /** `auto` is opaque unless the prompt asks for transparency and the format supports it. */
  background: "transparent" | "opaque" | "auto";
  format: ImageFormat;
  /** Quality of jpeg and webp, 0 to 100; png is always lossless. */
  compression: number;
  /** Number of previews before the picture, 0 to 3. */
  passes: number;
  /** Encoded input images; the first is the base. Without them the picture is painted from the prompt alone. */
  sources?: Uint8Array[];
  /** Encoded image of the first input image's size; only pixels with an alpha below 255 are changed. */
  mask?: Uint8Array;
  /** Without a mask, the transparent pixels of the first input image are the mask. */
  isMaskInAlpha?: boolean;
  /** `high` preserves the details of input images; `low` uses their composition and colours only. */
  inputFidelity?: "low" | "high";
  /** The model's public name, for the metadata. */
  model: string;
};

export type PaintedImage = {
  bytes: Uint8Array;
  format: ImageFormat;
  width: number;
  height: number;
  /** Sentence about the picture as the painter understood it. */
  revisedPrompt: string;
  /** Background of the encoded bytes. */
  background: "transparent" | "opaque";
};

export type PaintPass = Omit<PaintedImage, "revisedPrompt"> & { /** Number of the pass, from 0. */ index: number };

export type PaintOptions = {
  /** Aborting rejects with the signal's reason; work that has begun ends at its next pass. */
  signal?: AbortSignal;
  onPass?: (pass: PaintPass) => void;
  /** Input images, which are loaded when a worker takes the request; `bytes` is their total size. */
  input?: { bytes: number; load(): Promise<Pick<PaintRequest, "sources" | "mask">> };
};
