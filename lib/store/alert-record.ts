/** Outbox of alerts: each is sent to its webhook until that takes it. Times are Unix milliseconds by the database's clock. */
import type { AlertType } from "#lib/contract/alert.ts";

export type AlertRecord = {
  id: string;
  url: string;
  type: AlertType;
  /** Names the occasion: a second alert of the same one is not stored. */
  occasion: string;
  /** JSON of its data. */
  data: string;
  createdAt: number;
  /** Time of the next attempt, which the instance that makes it puts off. */
  nextAt: number;
  attempts: number;
  deliveredAt: number | null;
  failedAt: number | null;
  error: string | null;
};

export type AlertStore = {
  /** Stores an alert for each webhook, unless one of the same occasion is there. Returns the number of new ones. */
  add(alerts: readonly Pick<AlertRecord, "id" | "url" | "type" | "occasion" | "data">[]): Promise<number>;
  /** Returns alerts whose attempt is due, and puts their next attempt off, so that no other instance makes it too. */
  claimDue(of: { limit: number; leaseMs: number }): Promise<AlertRecord[]>;
  markDelivered(id: string): Promise<void>;
  /** @param retryMs time until the next attempt; undefined when there is none */
  markFailed(id: string, of: { error: string; retryMs: number | undefined }): Promise<void>;
  /** Returns alerts, newest first. */
  list(limit: number): Promise<AlertRecord[]>;
  /** Counts the requests to models since a time, and those of them that failed with 500 or more. */
  countFailures(since: number): Promise<{ requests: number; failures: number }>;
  /** Removes what was created before a time. */
  removeBefore(time: number): Promise<void>;
};
