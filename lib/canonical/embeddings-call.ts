/** EmbeddingsCall: the canonical request for vectors of texts, and its reply. */

export type EmbeddingInput = {
  /** Text, or numbers of tokens in the vocabulary of the model. */
  content: string | readonly number[];
  /** Path of the input in the client's request, for errors. */
  path: string;
  /** Use of the vector, in Google's words, such as `RETRIEVAL_QUERY`. */
  taskType?: string | undefined;
  /** Title of a document that the text belongs to. */
  title?: string | undefined;
};

export type EmbeddingsCall = {
  /** One vector each. */
  inputs: readonly EmbeddingInput[];
  /** Numbers in each vector; as many as the model has when absent. */
  dimensions?: number | undefined;
  /** Names of the client's fields that only its own API has. */
  dropped: readonly string[];
};

export type EmbeddingVector = readonly number[] | Float32Array;

export type EmbeddingsReply = {
  /** In the order of the inputs. */
  vectors: readonly EmbeddingVector[];
  /** Undefined when the upstream reports none. */
  inputTokens?: number | undefined;
};

/** Embeddings of a built-in upstream. */
export type EmbeddingsProvider = {
  /** @throws GatewayError 400 for an input or a number of dimensions that the model does not have */
  embed(call: EmbeddingsCall, signal: AbortSignal): Promise<EmbeddingsReply>;
};
