/** Thread that writes an SQLite file. Its waits for locks, its commits and its checkpoints block no stream. */
import { DatabaseSync } from "node:sqlite";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { retryWhileBusy } from "../retry-while-busy.ts";
import { createStatementRunner } from "../sqlite-statements.ts";
import type { WriterData, WriterReply, WriterRequest } from "./writer-thread.ts";

const BUSY_TIMEOUT_MS = 5_000;

if (parentPort) await serve(parentPort, workerData);

async function serve(port: MessagePort, data: WriterData): Promise<void> {
  let answer: (request: WriterRequest) => WriterReply;
  try {
    answer = createAnswer(await open(data));
  } catch (error) {
    port.postMessage(toReply(error));
    return;
  }
  port.on("message", (request: WriterRequest) => {
    let reply: WriterReply;
    try {
      reply = answer(request);
    } catch (error) {
      reply = toReply(error);
    }
    port.postMessage(reply);
    if (request.type === "close") port.close();
  });
  port.postMessage({} satisfies WriterReply);
}

async function open({ path, synchronous }: WriterData): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  // Changing to WAL mode does not wait for other processes that are starting, whatever the busy timeout.
  await retryWhileBusy(() => database.exec("pragma journal_mode = wal"));
  // In WAL mode both survive a crash of the process; with "normal" a power failure can lose the last commits.
  database.exec(`pragma synchronous = ${synchronous}`);
  return database;
}

function createAnswer(database: DatabaseSync): (request: WriterRequest) => WriterReply {
  const runner = createStatementRunner(database);
  return (request) => {
    switch (request.type) {
      case "run":
        return { result: runner.run(request.statement) };
      case "run-together":
        runner.runTogether(request.statements, JSON.parse(request.inserts));
        return {};
      case "roll-back":
        runner.rollBack();
        return {};
      case "close":
        // The last connection to the file checkpoints the WAL.
        database.close();
        return {};
      default:
        return request satisfies never;
    }
  };
}

/** The copy of an error in the other thread loses its custom properties, such as SQLite's result code. */
function toReply(cause: unknown): WriterReply {
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return { error, properties: { ...error } };
}
