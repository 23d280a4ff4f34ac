/** The canonical request for videos, between the routes of both conventions and whoever makes the videos. */

/** An image of the client's. Its bytes are a blob, kept as long as the task that it belongs to. */
export type VideoImage = {
  /** The blob's name. */
  blob: string;
  mediaType: string;
  bytes: number;
};

/** Plain JSON throughout: it is kept with its task, and read again after a restart. */
export type VideoCall = {
  /** The upstream's own name of the model. */
  model: string;
  /** What this call asks for; of a remix, what it changes. */
  prompt: string;
  /** Undefined where the client left it to the model. */
  seconds?: number;
  /** Pixels; undefined where the client left it to the model. */
  size?: { width: number; height: number };
  /** How many videos, 1 to 4. */
  count: number;
  seed?: number;
  negativePrompt?: string;
  /** The first frame. */
  image?: VideoImage;
  lastFrame?: VideoImage;
  /** What is to appear in it: `asset` and `style` are the kinds that are known. */
  referenceImages?: { image: VideoImage; kind: string }[];
  /** The finished task that this one changes. Size, seconds, seed and images are its own. */
  remix?: {
    /** Its key. */
    of: string;
    /** What it was made from: its prompt, and where it was a remix itself, those before it. */
    prompt: string;
  };
  /**
   * Fields of the client's that are not understood here, as they came: an upstream of the same convention gets them.
   * Those of `:predictLongRunning` lie under `instance`, `parameters` and `body`.
   */
  extra: Record<string, unknown>;
};
