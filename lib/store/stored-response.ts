/** Stored response, and the store of responses. */

/** Response that its owner can read again. Times are Unix milliseconds. */
export type StoredResponse = {
  id: string;
  /** Key that owns it, or "admin". */
  keyId: string;
  /** Response that it continues. */
  previousId: string | null;
  createdAt: number;
  expiresAt: number;
  /**
   * Last sign of life of the instance that runs it in the background, by the database's clock; 0 while none runs it.
   * Null once it has ended.
   */
  aliveAt: number | null;
  /** Id of the instance that runs it in the background. Null while none does. */
  runBy: string | null;
  /** Number of instances that have run it so far. */
  fence: number;
  /** JSON of what another instance needs to go on with it. Null once it has ended. */
  job: string | null;
  /** Response object as JSON. */
  response: string;
  /** Input items as a JSON array, without those of earlier responses. */
  input: string;
};

export type ResponseOwner = Pick<StoredResponse, "id" | "keyId" | "expiresAt">;

/** New values of a response in progress, or those of its end: then no instance runs it any more. */
export type ResponseChange = { job: string } | { response: string };

/** Token of the instance that runs a response: with each write it proves that no other one runs it since. */
export type ResponseClaim = { runBy: string; fence: number };

/** Response in progress, with the milliseconds since its instance's last sign of life. */
export type RunningResponse = Pick<StoredResponse, "id" | "keyId" | "runBy" | "fence"> & { silentMs: number };

export type ResponseStore = {
  /**
   * Stores a response; concurrent calls share a transaction.
   * @param itemIds ids of its output items, by which later inputs may name them
   */
  create(response: StoredResponse, itemIds: string[]): Promise<void>;
  /**
   * Stores a newer version of a background response.
   * @returns false when it has ended, was removed, or another instance runs it since: nothing is changed
   */
  update(of: ResponseOwner, claim: ResponseClaim, change: { to: ResponseChange; itemIds?: string[] }): Promise<boolean>;
  /**
   * Ends a background response, whichever instance runs it.
   * @returns false when it has ended or is gone
   */
  end(of: Pick<StoredResponse, "id" | "keyId">, response: string): Promise<boolean>;
  /** Returns undefined when it is unknown, expired or owned by another key. */
  find(of: { id: string; keyId: string }): Promise<StoredResponse | undefined>;
  /**
   * Reserves the place of one response in the key's quota, until the returned function is called.
   * @throws GatewayError 507
   */
  reserve(keyId: string): Promise<() => void>;
  /** Returns the responses whose output has these items. */
  findByItems(of: { itemIds: string[]; keyId: string }): Promise<StoredResponse[]>;
  /** Returns false when this owner has none. */
  remove(of: { id: string; keyId: string }): Promise<boolean>;
  /** Records that an instance still runs these responses. @returns the ids of those that it still runs */
  renew(ids: string[], runBy: string): Promise<string[]>;
  /** Lists background responses that this instance does not run, those with the oldest sign of life first. */
  listRunning(query: { notBy: string; limit: number }): Promise<RunningResponse[]>;
  /** Makes `runBy` the instance that runs a response. @returns undefined when it has changed since it was read */
  claim(response: RunningResponse, runBy: string): Promise<StoredResponse | undefined>;
  /** Lets another instance go on with these responses at once. */
  release(ids: string[], runBy: string): Promise<void>;
};
