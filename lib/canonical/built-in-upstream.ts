/** BuiltInUpstream: an upstream that runs in this process. It speaks Parts, and needs no network and no key. */
import type { RequestRecord } from "../contract/request-record.ts";
import type { AudioProvider } from "./audio-call.ts";
import type { Call } from "./call.ts";
import type { EmbeddingsProvider } from "./embeddings-call.ts";
import type { ImageProvider } from "./image-call.ts";
import type { Part } from "./part.ts";
import type { RealtimeProvider } from "./realtime-provider.ts";
import type { LocalVideoProvider } from "./video-provider.ts";

export type BuiltInModel = {
  /** Id without the upstream's prefix. */
  id: string;
  name: string;
  description: string;
  /** Limit on the prompt, in tokens. */
  contextWindow: number;
  maxOutputTokens: number;
  capabilities: Record<string, boolean> & {
    /** True for a model that returns images. */
    images: boolean;
    /** True for a model that creates videos and answers no calls. */
    videos: boolean;
    /** True for a model that makes vectors of texts and answers no calls. */
    embeddings: boolean;
    /** True for a model that speaks texts and answers no calls. */
    speech: boolean;
    /** True for a model that writes down audio and answers no calls. */
    transcription: boolean;
  };
};

export type BuiltInUpstream = {
  id: string;
  /** Models of a list. `findModel` may know more: a family of models has one example here. */
  models: readonly BuiltInModel[];
  /** Id of the model that the upstream's bare name stands for. */
  defaultModel: string;
  findModel(id: string): BuiltInModel | undefined;
  /** Loads what a call needs; the call itself starts later, by `respond`. */
  prepare(call: Call): Promise<PreparedResponse>;
  images: {
    provide: ImageProvider;
    /** Fields of an image request that the provider itself supports, as the image routes spell them. */
    supports: readonly string[];
  };
  videos: Omit<LocalVideoProvider, "dropped">;
  embeddings: EmbeddingsProvider;
  audio: AudioProvider;
  /** Absent for an upstream without realtime sessions. */
  realtime?: RealtimeProvider;
  /**
   * Present for an upstream whose models are recorded responses: reads the record of a model. Its calls are played from
   * the record, and `prepare` is not used.
   * @param findLogged reads a record of the request log that the caller may see
   * @throws GatewayError 404 with the reason when there is no such record
   */
  readRecord?(model: string, findLogged: (id: string) => Promise<RequestRecord | undefined>): Promise<RequestRecord>;
};

export type PreparedResponse = {
  /**
   * Names of the call's ignored fields, in openai-chat's spelling; a name may come twice, and there may be very many.
   */
  dropped: Iterable<string>;
  /** Paths of the values in the response that the upstream made up; complete when the first Part is there. */
  placeholders: readonly string[];
  /**
   * Yields the response's Parts.
   * @throws GatewayError
   */
  respond(options: {
    /** Ends the response at once and silently. */
    signal: AbortSignal;
    /** Origin of the gateway as the client called it, such as `https://models.example.com`. */
    origin?: string | undefined;
  }): AsyncIterable<Part>;
};
