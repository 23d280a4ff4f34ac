/** StreamSharing: copies responses of this instance to where others read them, and reads theirs. */
import { SHARED_STREAM_LIMITS } from "#lib/gateway/limits.ts";
import { errors } from "#lib/http/errors.ts";
import type { RedisLink } from "#lib/store/servers/redis-link.ts";
import type { SharedStreams, StreamDescription, StreamPart } from "#lib/store/streams/shared-streams.ts";
import { type ReaderFields, RemoteReader } from "./remote-reader.ts";
import { type MirrorOptions, StreamMirror } from "./stream-mirror.ts";

type Kind = Parameters<SharedStreams["nameOf"]>[0];
type Owned = { keyId: string; id: string };

/** Response of another instance. */
export type RemoteStream = { name: string; owner: string; about: StreamDescription & ReaderFields };

export type MirrorSource = Pick<MirrorOptions, "tapes" | "describe">;

export type StreamSharing = {
  streams: SharedStreams;
  share(kind: Kind, of: Owned, source: MirrorSource): StreamMirror;
  /**
   * Finds a response that another instance runs or ran.
   * @throws GatewayError 503 when Redis cannot be reached
   */
  find(kind: Kind, of: Owned): Promise<RemoteStream | undefined>;
  read(stream: RemoteStream, options: { part: StreamPart; from: number; onReading?: () => void }): RemoteReader;
  /** Returns true when the response is in progress and the instance that runs it has certainly ended. */
  isLost(stream: RemoteStream): Promise<boolean>;
  /** Resolves when every response that has ended is copied. */
  settle(): Promise<void>;
};

type SharingInstance = { id: string; hasEnded: (id: string) => Promise<boolean> };

/** Loads what Redis needs on demand: a start without it is shorter. */
export async function openStreamSharing(redis: RedisLink, instance: SharingInstance): Promise<StreamSharing> {
  const { createSharedStreams } = await import("#lib/store/streams/shared-streams.ts");
  return createStreamSharing({ streams: createSharedStreams(redis, SHARED_STREAM_LIMITS), instance });
}

function createStreamSharing({
  streams,
  instance: { id: owner, hasEnded },
}: {
  streams: SharedStreams;
  instance: SharingInstance;
}): StreamSharing {
  const endings = new Set<Promise<void>>();

  function onEnd(ending: Promise<void>): void {
    endings.add(ending);
    void ending.catch(() => {}).finally(() => endings.delete(ending));
  }

  return {
    streams,
    share: (kind, of, source) =>
      new StreamMirror({
        ...source,
        ...{ streams, name: streams.nameOf(kind, of), owner, hasEnded, onEnd },
        takesOver: kind === "background",
      }),
    async find(kind, of) {
      const name = streams.nameOf(kind, of);
      const about = await streams.readDescription(name);
      if (!about) throw errors.sharedStreamsUnreachable();
      return about.owner === undefined ? undefined : { name, owner: about.owner, about };
    },
    read({ name, owner: other, about: { lostEvent } }, options) {
      return new RemoteReader({ streams, name, owner: other, hasEnded, lostEvent, ...options });
    },
    isLost: async ({ owner: other, about: { ends } }) => ends === undefined && (await hasEnded(other)),
    async settle() {
      await Promise.allSettled([...endings]);
    },
  };
}
