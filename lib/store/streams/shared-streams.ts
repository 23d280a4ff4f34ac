/**
 * SharedStreams: bytes of responses in Redis, where every instance can read them. A stream has a description and parts;
 * the id of each entry of a part is the offset after its bytes, so that offsets need no index.
 */
import { createHash } from "node:crypto";
import { RESP_TYPES } from "@redis/client";
import type { RedisLink } from "../servers/redis-link.ts";

export type StreamPart = "body" | "upstream";
/** Fields that the instance which runs the response has written. */
export type StreamDescription = Readonly<Record<string, string>>;

/** Bytes of one write, which began at `start`; `at` is its time. */
export type StreamEntry = { start: number; end: number; at: number; bytes: Buffer };

export type Append = {
  part: StreamPart;
  bytes: Uint8Array;
  /** Offset after the bytes. */
  end: number;
  /** Milliseconds since the request. */
  at: number;
  /** Entries that end before this offset are dropped. */
  dropBefore: number;
};

/** Stream by its name, and the instance whose bytes they are: one that continues a response writes its own. */
export type StreamPlace = { name: string; owner: string };

/** Undefined as a reply always means that Redis cannot be reached. */
export type SharedStreams = {
  /** Returns the name of a response's stream. */
  nameOf(kind: "resumable" | "background", of: { keyId: string; id: string }): string;
  /** Creates a stream in place of an earlier one of the same owner. @returns the id of another owner that has it */
  begin(place: StreamPlace, options?: { force?: boolean }): Promise<{ owner: string } | undefined>;
  /** @returns "lost" when the stream is not there: Redis has lost its memory */
  append(place: StreamPlace, append: Append): Promise<"ok" | "lost" | undefined>;
  /** Writes fields, and shows that the owner is alive. */
  describe(place: StreamPlace, fields: StreamDescription): Promise<"ok" | "lost" | undefined>;
  /** @returns no fields for a stream that is not there */
  readDescription(name: string): Promise<StreamDescription | undefined>;
  /** Returns entries whose bytes end after `after`, oldest first, of which the first may begin earlier. */
  read(
    place: StreamPlace,
    part: StreamPart,
    options: { after: number; most: number },
  ): Promise<StreamEntry[] | undefined>;
  /** Returns the offsets of the stored bytes; undefined also for none. */
  readRange(place: StreamPlace, part: StreamPart): Promise<{ start: number; end: number } | undefined>;
  remove(place: StreamPlace): Promise<void>;
  /** Calls back when the stream has changed; best effort. @returns a function that ends that */
  watch(name: string, listener: () => void): () => void;
};

const PREFIX = "{parlance}:stream:";
const PARTS: readonly StreamPart[] = ["body", "upstream"];
const BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } as const;

const BEGIN = `
local owner = redis.call('HGET', KEYS[1], 'owner')
if owner and owner ~= ARGV[1] and ARGV[2] ~= 'force' then return owner end
redis.call('DEL', unpack(KEYS))
redis.call('HSET', KEYS[1], 'owner', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return ARGV[1]`;

const APPEND = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[7] then return 0 end
redis.call('XADD', KEYS[2], 'MINID', ARGV[1], ARGV[2], 't', ARGV[3], 'b', ARGV[4])
for i = 1, 2 do redis.call('PEXPIRE', KEYS[i], ARGV[5]) end
redis.call('PUBLISH', ARGV[6], '')
return 1`;

const DESCRIBE = `
if redis.call('HGET', KEYS[1], 'owner') ~= ARGV[3] then return 0 end
redis.call('HINCRBY', KEYS[1], 'beat', 1)
if #ARGV > 3 then redis.call('HSET', KEYS[1], unpack(ARGV, 4)) end
for i = 1, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
redis.call('PUBLISH', ARGV[2], '')
return 1`;

const REMOVE = `
if redis.call('HGET', KEYS[1], 'owner') == ARGV[1] then redis.call('DEL', KEYS[1]) end
redis.call('DEL', unpack(KEYS, 2))`;

/** @param lifetimeMs time after the last write for which a stream is readable */
export function createSharedStreams(link: RedisLink, { lifetimeMs }: { lifetimeMs: number }): SharedStreams {
  const aboutOf = (name: string) => `${PREFIX}${name}:about`;
  const keyOf = ({ name, owner }: StreamPlace, part: StreamPart) => `${PREFIX}${name}:${owner}:${part}`;
  const keysOf = (place: StreamPlace) => [aboutOf(place.name), ...PARTS.map((part) => keyOf(place, part))];
  const life = String(lifetimeMs);
  const watchers = new Map<string, Set<() => void>>();

  function evaluate(script: string, keys: string[], values: (string | Buffer)[]): Promise<unknown> {
    return link.run(({ client }) => client.eval(script, { keys, arguments: values }));
  }

  const subscribe = (channel: string) =>
    void link.run(({ subscriber }) =>
      subscriber.subscribe(channel, () => {
        for (const listener of [...(watchers.get(channel) ?? [])]) listener();
      }),
    );
  link.onOpen(() => {
    for (const [channel, listeners] of watchers) {
      subscribe(channel);
      for (const listener of [...listeners]) listener();
    }
  });
  const statusOf = (reply: unknown) => (reply === undefined ? undefined : reply === 1 ? "ok" : "lost");

  return {
    // Ids of requests are clients' text.
    nameOf: (kind, { keyId, id }) =>
      createHash("sha256").update(`${kind}\n${keyId}\n${id}`).digest("base64url").slice(0, 32),

    async begin(place, { force = false } = {}) {
      const reply = await evaluate(BEGIN, keysOf(place), [place.owner, force ? "force" : "", life]);
      return reply === undefined ? undefined : { owner: String(reply) };
    },

    async append(place, { part, bytes, end, at, dropBefore }) {
      const keys = [aboutOf(place.name), keyOf(place, part)];
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const oldest = String(Math.max(0, dropBefore));
      return statusOf(
        await evaluate(APPEND, keys, [
          oldest,
          `${end}-0`,
          at.toFixed(1),
          content,
          life,
          PREFIX + place.name,
          place.owner,
        ]),
      );
    },

    async describe(place, fields) {
      const values = [life, PREFIX + place.name, place.owner, ...Object.entries(fields).flat()];
      return statusOf(await evaluate(DESCRIBE, keysOf(place), values));
    },

    readDescription: (name) => link.run(async ({ client }) => ({ ...(await client.hGetAll(aboutOf(name))) })),

    read: (place, part, { after, most }) =>
      link.run(async ({ client }) => {
        const command = ["XRANGE", keyOf(place, part), `${after + 1}`, "+", "COUNT", `${most}`];
        const reply = await client.sendCommand<[Buffer, Buffer[]][]>(command, BYTES);
        return reply.map(([id, [, at, , bytes = Buffer.alloc(0)]]) => {
          const end = Number.parseInt(id.toString(), 10);
          return { start: end - bytes.length, end, at: Number(at), bytes };
        });
      }),

    async readRange(place, part) {
      const key = keyOf(place, part);
      return link.run(async ({ client }) => {
        const edge = (command: string, from: string, to: string) =>
          client.sendCommand<[Buffer, Buffer[]][]>([command, key, from, to, "COUNT", "1"], BYTES);
        const [[first], [last]] = await Promise.all([edge("XRANGE", "-", "+"), edge("XREVRANGE", "+", "-")]);
        if (!first || !last) return { start: 0, end: 0 };
        const [, [, , , bytes]] = first;
        const offset = ([id]: [Buffer, Buffer[]]) => Number.parseInt(id.toString(), 10);
        return { start: offset(first) - (bytes?.length ?? 0), end: offset(last) };
      });
    },

    async remove(place) {
      await evaluate(REMOVE, keysOf(place), [place.owner]);
    },

    watch(name, listener) {
      const channel = PREFIX + name;
      const listeners = watchers.get(channel) ?? new Set();
      if (listeners.size === 0) {
        watchers.set(channel, listeners);
        subscribe(channel);
      }
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        watchers.delete(channel);
        void link.run(({ subscriber }) => subscriber.unsubscribe(channel));
      };
    },
  };
}
