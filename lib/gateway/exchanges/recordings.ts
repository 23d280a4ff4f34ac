/** The kept exchanges of this process: those under way, and those that ended not long ago. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { OpenExchanges, Ticking } from "../open-exchanges.ts";
import { Recording, type RecordingOptions } from "./recording.ts";
import { Tape } from "./tape.ts";

export type RecordingLimits = {
  /** Bytes of one answer; the oldest give way. The longest answers in text are a tenth of it, images of a stream fit. */
  answerBytes: number;
  /** Bytes of an upstream's own events, which only the wire view reads. */
  upstreamBytes: number;
  /** Bytes of all together; those that ended first are forgotten first. */
  bytes: number;
  /** How long an exchange that has ended can be read: longer than a reload, or a walk over a few pages, takes. */
  keptMs: number;
  /** How long one goes on that nobody reads: it costs, and nobody may ever come back. */
  unreadMs: number;
};

const LIMITS: RecordingLimits = {
  answerBytes: 16 * 1024 * 1024,
  upstreamBytes: 4 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  keptMs: 300_000,
  unreadMs: 120_000,
};
/** What a running answer may hold however much the others do. */
const LEAST_BYTES = 256 * 1024;

export type Recordings = {
  /** @throws GatewayError 409 when the key has an exchange of this id already */
  begin(of: Pick<RecordingOptions, "record" | "exchange" | "keyId" | "streamError">): Recording;
  /** @throws GatewayError 404, also when it is somebody else's */
  find(id: string, keyId: string): Recording;
  /** Whether it would be found. */
  has(id: string, keyId: string): boolean;
  /** Stops all. */
  close(): void;
};

export function createRecordings(
  exchanges: Pick<OpenExchanges, "draining" | "watch" | "unwatch">,
  limits: RecordingLimits = LIMITS,
): Recordings {
  /** By key and id. */
  const running = new Map<string, Recording>();
  /** In the order in which they ended. */
  const ended = new Map<string, Recording>();
  let runningBytes = 0;
  let endedBytes = 0;
  const ticking: Ticking = { slot: -1, tick };
  let watched = false;
  const nameOf = ({ id, keyId }: { id: string; keyId: string }) => `${keyId} ${id}`;

  function forget(name: string, { size }: Recording): void {
    ended.delete(name);
    endedBytes -= size;
  }

  function makeRoom(): void {
    for (const [name, recording] of ended) {
      if (runningBytes + endedBytes <= limits.bytes) return;
      forget(name, recording);
    }
  }

  function tick(now: number): void {
    for (const recording of [...running.values()]) {
      const { unreadSince } = recording;
      // Nobody can come back to a process that is about to end.
      if (unreadSince !== undefined && (exchanges.draining || now - unreadSince >= limits.unreadMs)) recording.stop();
    }
    for (const [name, recording] of ended) {
      if (now - (recording.endedAt ?? now) < limits.keptMs) break;
      forget(name, recording);
    }
    if (running.size + ended.size === 0) unwatch();
  }

  function watch(): void {
    if (!watched) exchanges.watch(ticking);
    watched = true;
  }

  function unwatch(): void {
    if (watched) exchanges.unwatch(ticking);
    watched = false;
  }

  return {
    begin({ record, exchange, keyId, streamError }) {
      const name = nameOf({ id: record.id, keyId });
      if (running.has(name) || ended.has(name)) throw taken(record.id);
      const recording: Recording = new Recording({
        record,
        exchange,
        keyId,
        streamError,
        createTape({ purpose, onSize, onRoom }) {
          const most = purpose === "answer" ? limits.answerBytes : limits.upstreamBytes;
          const allowance = () => Math.max(LEAST_BYTES, Math.min(most, limits.bytes - (runningBytes - recording.size)));
          return new Tape({ allowance, waits: purpose === "answer", onSize, onRoom });
        },
        onSize(change) {
          if (running.get(name) === recording) runningBytes += change;
          else if (ended.get(name) === recording) endedBytes += change;
          makeRoom();
        },
        onEnd() {
          running.delete(name);
          runningBytes -= recording.size;
          ended.set(name, recording);
          endedBytes += recording.size;
          makeRoom();
        },
      });
      running.set(name, recording);
      runningBytes += recording.size;
      watch();
      return recording;
    },
    find(id, keyId) {
      const name = nameOf({ id, keyId });
      const recording = running.get(name) ?? ended.get(name);
      if (recording) return recording;
      throw new GatewayError({
        status: 404,
        message: `There is no exchange "${id.slice(0, 64)}" here: none was kept under this id for this key, or it was forgotten since.`,
        code: "exchange_not_found",
      });
    },
    has(id, keyId) {
      const name = nameOf({ id, keyId });
      return running.has(name) || ended.has(name);
    },
    close() {
      for (const recording of [...running.values()]) recording.stop();
      ended.clear();
      unwatch();
    },
  };
}

function taken(id: string): GatewayError {
  return new GatewayError({
    status: 409,
    message: `The header x-request-id names "${id}", under which an exchange is kept already. Use a new id for each request.`,
    param: "x-request-id",
    code: "request_id_taken",
  });
}
