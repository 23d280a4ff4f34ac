/** Batches that run at an upstream: whose they are, and whether their usage is counted. */

/** Batch of a key. Times are Unix milliseconds. */
export type BatchRecord = {
  id: string;
  keyId: string;
  api: "openai" | "anthropic";
  upstream: string;
  /** Id at the upstream. */
  upstreamId: string;
  /** Model as the client named it, and as the upstream does. */
  model: string;
  upstreamModel: string;
  /** Uploaded file with its requests; null for a batch whose requests were in its body. */
  inputFile: string | null;
  /** Ids under which its files are read here. */
  outputFile: string;
  errorFile: string;
  /** JSON of the upstream's last description. */
  object: string;
  /** JSON of the budgets that pay for it; null without one. */
  charge: string | null;
  groupName: string | null;
  /** JSON list. */
  tags: string;
  createdAt: number;
  /** Time at which its usage was counted; null before. */
  endedAt: number | null;
};

export type BatchStore = {
  create(batch: BatchRecord): Promise<void>;
  find(id: string): Promise<BatchRecord | undefined>;
  /** Returns the batch that has written this file. */
  findByFile(file: string): Promise<BatchRecord | undefined>;
  /** Counts the batches of a key. */
  count(keyId: string): Promise<number>;
  /** Returns batches, newest first. @param after batch before the page */
  list(query: {
    keyId?: string | undefined;
    api: BatchRecord["api"];
    after?: Pick<BatchRecord, "id" | "createdAt"> | undefined;
    limit: number;
  }): Promise<BatchRecord[]>;
  /** Returns batches whose usage is not counted, oldest first. */
  listRunning(limit: number): Promise<BatchRecord[]>;
  update(id: string, object: string): Promise<void>;
  /** Ends a batch. Returns false when another call has ended it. */
  end(id: string, ended: { object: string; endedAt: number }): Promise<boolean>;
  remove(id: string): Promise<void>;
  removeBefore(time: number): Promise<void>;
};
