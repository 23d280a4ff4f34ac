/** What the painter is asked for and what comes of it. Plain data, so that it crosses threads. */

export type ImageFormat = "png" | "jpeg" | "webp";

export type PaintRequest = {
  prompt: string;
  /** Any integer. The same prompt, seed, size and settings give the same bytes. */
  seed: number;
  /** Pixels. Left out: 1024 × 1024, and for an edit the size of the first source. */
  size?: { width: number; height: number };
  /** How fine textures are. */
  quality: "low" | "medium" | "high";
  style: "vivid" | "natural";
  /** `auto` is opaque unless the prompt itself asks for transparency and the format has it. */
  background: "transparent" | "opaque" | "auto";
  format: ImageFormat;
  /** Quality of jpeg and webp, 0 to 100; png is always lossless. */
  compression: number;
  /** Previews before the picture itself, 0 to 3. */
  passes: number;
  /** Encoded images to edit, each with its bytes; the first is the base. Without them a picture is painted from nothing. */
  sources?: Uint8Array[];
  /** An encoded image of the first source's size: only where its alpha is below 255 is anything changed. */
  mask?: Uint8Array;
  /** Without a mask, take the first source's transparent places for one. */
  isMaskInAlpha?: boolean;
  /** `high` keeps the sources' details, `low` takes their composition and colours and paints freely. */
  inputFidelity?: "low" | "high";
  /** The model's public name, for the metadata. */
  model: string;
};

export type PaintedImage = {
  bytes: Uint8Array;
  format: ImageFormat;
  width: number;
  height: number;
  /** What the painter has understood and painted, as a sentence. */
  revisedPrompt: string;
  /** What the bytes have. */
  background: "transparent" | "opaque";
};

export type PaintPass = Omit<PaintedImage, "revisedPrompt"> & { /** From 0. */ index: number };

export type PaintOptions = {
  /** Aborting rejects with the signal's reason; work that has begun ends at its next pass. */
  signal?: AbortSignal;
  onPass?: (pass: PaintPass) => void;
  /** Images that stay where they are while the request waits; `bytes` is their size. */
  input?: { bytes: number; load(): Promise<Pick<PaintRequest, "sources" | "mask">> };
};
