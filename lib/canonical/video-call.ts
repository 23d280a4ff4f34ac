/** The canonical request for videos, between the routes of both dialects and the video providers. */

/** An image from the client. Its bytes are a blob that is stored as long as its task. */
export type VideoImage = {
  /** The blob's name. */
  blob: string;
  mediaType: string;
  bytes: number;
};

/** Plain JSON: it is stored with its task and read again after a restart. */
export type VideoCall = {
  /** The upstream's name of the model. */
  model: string;
  /** Description of the video; for a remix, of the change. */
  prompt: string;
  /** Undefined when the model chooses. */
  seconds?: number;
  /** In pixels; undefined when the model chooses. */
  size?: { width: number; height: number };
  /** Number of videos, 1 to 4. */
  count: number;
  seed?: number;
  negativePrompt?: string;
  /** The first frame. */
  image?: VideoImage;
  lastFrame?: VideoImage;
  /** Images that the video must follow; the known kinds are `asset` and `style`. */
  referenceImages?: { image: VideoImage; kind: string }[];
  /** The finished task that this one changes. Size, seconds, seed and images are that task's. */
  remix?: {
    /** Key of that task. */
    of: string;
    /** Prompt of that task, and of the tasks before it when it was a remix itself. */
    prompt: string;
  };
  /**
   * The client's unknown fields, unchanged: an upstream of the same dialect gets them. Fields of `:predictLongRunning`
   * are under `instance`, `parameters` and `body`.
   */
  extra: Record<string, unknown>;
};
