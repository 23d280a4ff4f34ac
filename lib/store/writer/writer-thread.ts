/** One run of the thread that writes an SQLite file, and the messages to and from it. */
import type { Worker } from "node:worker_threads";
import type { QueryResult } from "kysely";
import type { SqliteStatement } from "../sqlite-statements.ts";

/** `full`: each commit waits for the disk. `normal`: the operating system decides when to write. */
export type Synchronous = "full" | "normal";

export type WriterData = { path: string; synchronous: Synchronous };

export type WriterRequest =
  | { type: "run"; statement: SqliteStatement }
  /** `inserts` are `SqliteInsert[]` as JSON: on both sides the copy of so many values costs more than their text. */
  | { type: "run-together"; statements: SqliteStatement[]; inserts: string }
  | { type: "roll-back" }
  | { type: "close" };

/** Replies come in the order of the requests; one more comes first, when the file is open. */
export type WriterReply =
  | { result?: QueryResult<unknown>; error?: undefined }
  | { error: Error; properties: Record<string, unknown> };

export type WriterThread = {
  /** Resolves when the file is open; rejects with the reason why it cannot be opened. */
  opened: Promise<void>;
  /**
   * Sends the request before it returns.
   * @throws the error of the statement with SQLite's codes; another one when the thread has ended
   */
  ask(request: WriterRequest): Promise<QueryResult<unknown>>;
};

type Waiting = PromiseWithResolvers<QueryResult<unknown>>;

const NO_ROWS: QueryResult<unknown> = { rows: [] };

/** @param onEnd called once, when the thread ends unexpectedly */
export function watchWriterThread(worker: Worker, onEnd: (reason: Error) => void): WriterThread {
  const waiting: Waiting[] = [];
  let ended: Error | undefined;
  let opened = false;
  /** True when its end is expected. */
  let closing = false;

  function expectReply(): Promise<QueryResult<unknown>> {
    const entry: Waiting = Promise.withResolvers();
    waiting.push(entry);
    // A thread with an open request keeps the process alive; an idle one does not.
    worker.ref();
    return entry.promise;
  }

  function receive(reply: WriterReply): void {
    const entry = waiting.shift();
    if (waiting.length === 0) worker.unref();
    // A thread that cannot open its file ends by itself, possibly before anyone has seen the rejection.
    if (!opened && reply.error) closing = true;
    opened = true;
    if (reply.error) entry?.reject(Object.assign(reply.error, reply.properties));
    else entry?.resolve(reply.result ?? NO_ROWS);
  }

  /** Runs only for the first event of the end: a crash has two. */
  function end(cause: Error): void {
    if (ended) return;
    ended = new Error(`The thread that writes the database ended (${cause.message}).`, { cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
    if (!closing) onEnd(ended);
  }

  worker.on("message", receive);
  worker.on("error", (cause) => end(cause instanceof Error ? cause : new Error(String(cause))));
  worker.on("exit", (code) => end(new Error(`exit code ${code}`)));

  return {
    opened: expectReply().then(() => {}),
    async ask(request) {
      if (ended) throw ended;
      closing ||= request.type === "close";
      worker.postMessage(request);
      return expectReply();
    },
  };
}
