/** Row of a request record, and the store of them. */

/** Compressed record of one request. */
export type RequestRecordRow = {
  /** Unix milliseconds at which the request arrived. */
  time: number;
  id: string;
  keyId: string;
  /** Size of `payload`. */
  bytes: number;
  payload: Uint8Array;
};

export type RequestRecordStore = {
  /** Stores a record within the interval of the request log's writes. */
  append(row: RequestRecordRow): void;
  /**
   * Returns the newest record of an id; undefined when there is none.
   * @param of.keyId only that key's record; any key's when absent
   */
  find(of: { id: string; keyId?: string | undefined }): Promise<RequestRecordRow | undefined>;
  /** Returns the ids and keys of the records of these ids. */
  listRecorded(ids: readonly string[]): Promise<{ id: string; keyId: string }[]>;
};
