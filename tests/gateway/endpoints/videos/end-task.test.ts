/** The end of a video task whose files cannot be read. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completeTask } from "#lib/gateway/endpoints/videos/end-task.ts";
import { createAssetService } from "#lib/media/asset-service.ts";
import { createFolderBlobStore } from "#lib/media/folder-blob-store.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { videoTask } from "#tests/support/video-task.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "end-task-"));
  store = await openStore({ dataDir: folder, log: () => {} });
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

test("a file that cannot be opened rejects, also when the store reads it late", async () => {
  // A socket is the one kind of file that `stat` finds and nobody can open, as one that vanishes in between.
  const file = join(folder, "video.mp4");
  const socket = createServer().listen(file);
  await once(socket, "listening");
  const blobs = createFolderBlobStore(join(folder, "blobs"), "here");
  const { assets: rows, ...others } = store;
  const slow: Store = {
    ...others,
    assets: {
      ...rows,
      async create(row) {
        await delay(20);
        await rows.create(row);
      },
    },
  };
  const assets = createAssetService({ store: slow, blobs, lifetimeMs: 1_000, log: () => {} });
  try {
    const ending = { store, assets, task: videoTask(), lane: "sandbox", admission: { settleTask() {} } } as const;
    const files = [{ file, mediaType: "video/mp4" }];
    await expect(completeTask(ending, { files, videoLifetimeMs: 60_000 })).rejects.toThrow("ENXIO");
  } finally {
    await assets.close();
    socket.close();
  }
});
