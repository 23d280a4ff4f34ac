/** SpeechCall: the canonical request for speech, and what a built-in upstream makes of audio. */

export type SpeechCall = {
  text: string;
  voice: string;
  /** 1 is the usual speed. */
  speed: number;
};

/** Audio of 16-bit samples, whose length is known before its bytes. */
export type Speech = {
  sampleRate: number;
  /** Size of all samples in bytes. */
  bytes: number;
  /** Samples in little-endian order, of one channel. */
  samples(signal: AbortSignal): AsyncIterable<Uint8Array>;
};

/** Uploaded audio, as far as a program can know it without hearing. */
export type AudioFile = {
  filename: string;
  mediaType: string;
  size: number;
  chunks(): AsyncIterable<Uint8Array>;
};

export type Transcript = {
  text: string;
  /** Undefined when the file does not tell. */
  seconds: number | undefined;
};

/** Audio of a built-in upstream. */
export type AudioProvider = {
  /** @throws GatewayError 400 for a text that is too long */
  speak(call: SpeechCall): Promise<Speech>;
  transcribe(file: AudioFile): Promise<Transcript>;
};
