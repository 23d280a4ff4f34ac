/** Messages between instances. Each is a hint or a wish: what must not be lost is in the database. */

export type BusMessages = {
  /** Keys, sessions or providers in the database have changed. */
  changed: object;
  /** The breaker of a route's target opened for a time; 0 when it closed. */
  target: { model: string; openMs: number };
  /** A provider refused one of its several API keys. @param key SHA-256 of the key, shortened */
  "provider-key": { upstream: string; key: string; asideMs: number; status: number };
  /** A conversation on a route was answered by another model than before. */
  conversation: { route: string; session: string; model: string };
  /** A wrong key, session or sign-in link was counted. */
  "wrong-credential": { address?: string | undefined /** SHA-256 of its account. */; account?: string | undefined };
  /** Stops a resumable response. */
  "stop-resumable": { keyId: string; id: string };
  /** Somebody reads a resumable response on another instance. */
  "reading-resumable": { keyId: string; id: string };
  /** A live link was revoked: whoever watches by it is disconnected. */
  "live-link-revoked": { id: string };
  /** A background response was cancelled, or removed, in the database; the instance that runs it stops its work. */
  "background-ended": object;
  /** An instance says which keys it encrypts and signs with; see `key-agreement.ts`. */
  keys: { secretKey: string; adminKey: string };
};

export type BusMessageType = keyof BusMessages;
