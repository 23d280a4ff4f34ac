/** RealtimeProvider: realtime sessions of a built-in upstream, in the messages of OpenAI's Realtime API. */

export type RealtimeConversation = {
  /** Takes one message of the client. */
  receive(message: string): void;
  /** Holds back sound while the client does not read. */
  setPaused(isPaused: boolean): void;
  /** Ends it: nothing is sent after this. */
  close(): void;
};

export type RealtimeProvider = {
  /** Returns true for a model that has such sessions. */
  serves(model: string): boolean;
  /** Returns a function that opens a session; its `send` receives each event for the client, as JSON. */
  load(): Promise<(model: string, send: (event: string) => void) => RealtimeConversation>;
};
