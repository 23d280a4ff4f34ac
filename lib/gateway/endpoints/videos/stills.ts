/** Thumbnails and spritesheets of finished videos: created at the first request, stored as long as the video. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { AssetRecord } from "#lib/store/store.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { createVideoStills } from "#lib/video/create-video-stills.ts";
import type { WorkEnvironment } from "./work.ts";

export type StillVariant = "thumbnail" | "spritesheet";

type Made = Record<StillVariant, AssetRecord>;

const MEDIA_TYPES = { thumbnail: "image/webp", spritesheet: "image/jpeg" } as const;

export function createStills({
  store,
  assets,
  folder,
}: Pick<WorkEnvironment, "store" | "folder"> & { assets: AssetService }) {
  /** Concurrent requests share one decoding of the video, which creates both. */
  const making = new Map<string, Promise<Made>>();
  const stop = new AbortController();

  async function make(task: VideoTaskRecord, video: AssetRecord): Promise<Made> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${video.id}-stills.mp4`);
    try {
      await writeFile(file, await assets.blobs.read(video.id), { mode: 0o600 });
      const { thumbnail, spritesheet } = await createVideoStills(file, { signal: stop.signal }).catch(
        notAvailableError,
      );
      const save = (variant: StillVariant, bytes: Uint8Array) =>
        assets.save({
          keyId: video.keyId,
          mediaType: MEDIA_TYPES[variant],
          bytes: bytes.length,
          kind: "videos",
          overQuota: true,
          expiresAt: video.expiresAt,
          content: bytes,
        });
      const made = {
        thumbnail: await save("thumbnail", thumbnail),
        spritesheet: await save("spritesheet", spritesheet),
      };
      const ids = { thumbnail: made.thumbnail.id, spritesheet: made.spritesheet.id };
      await store.videoTasks.setStills(task.key, JSON.stringify(ids));
      return made;
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    /** @param output id of the video */
    async of(task: VideoTaskRecord, output: string, variant: StillVariant): Promise<AssetRecord> {
      const ids = JSON.parse(task.stills) as Partial<Record<StillVariant, string>>;
      const known = ids[variant] === undefined ? undefined : await assets.find(ids[variant]);
      if (known) return known;
      const video = await assets.find(output);
      if (!video) {
        throw errors.stillsExpired();
      }
      let made = making.get(task.key);
      if (!made) {
        made = make(task, video).finally(() => making.delete(task.key));
        making.set(task.key, made);
      }
      return (await made)[variant];
    },
    async close(): Promise<void> {
      stop.abort();
      await Promise.allSettled(making.values());
    },
  };
}

/** Reports a video that the server cannot decode as one without pictures. */
function notAvailableError(error: unknown): never {
  if (!GatewayError.isInstance(error)) throw error;
  throw errors.stillNotAvailable({ reason: error.message, cause: error });
}
