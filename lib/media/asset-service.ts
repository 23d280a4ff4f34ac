/**
 * Assets: files that models created, stored until they expire. An image's URL contains its id and expiry and is signed,
 * so that it needs no key and no store lookup, and can be neither guessed nor altered.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { errors } from "#lib/http/errors.ts";
import { withSweep } from "#lib/store/quota/quota-guard.ts";
import type { AssetRecord, Store } from "#lib/store/store.ts";
import type { BlobStore } from "./blob-store.ts";
import { createRandomName } from "./create-random-name.ts";
import { saveAll } from "./save-all.ts";

export type Asset = {
  /** Name of the blob. */
  id: string;
  mediaType: string;
  /** Unix milliseconds. */
  expiresAt: number;
};

export type AssetService = {
  blobs: BlobStore;
  /** Stores bytes until they expire. @throws GatewayError 507 over the quota of their kind */
  save(asset: NewAsset): Promise<AssetRecord>;
  /** Returns undefined for an expired asset too. */
  find(id: string): Promise<AssetRecord | undefined>;
  remove(ids: string[]): Promise<void>;
  /**
   * Reserves the places of images to publish, until the returned function is called.
   * @throws GatewayError 507 when the key has no room for them
   */
  reserve(keyId: string, images: number): Promise<() => void>;
  /** Stores images, all or none, and returns the path and query of each image's URL. */
  publish(images: readonly PublishedImage[], keyId: string): Promise<string[]>;
  /**
   * Reads a signed URL.
   * @param name last segment of its path
   * @throws GatewayError 404 for a URL that was never issued, 410 for an expired one
   */
  open(name: string, query: string): Promise<Asset>;
  /** Removes expired assets. */
  sweep(): Promise<void>;
  /** Waits for a running sweep. */
  close(): Promise<void>;
};

type PublishedImage = { bytes: Uint8Array; mediaType: string };

export type NewAsset = Pick<AssetRecord, "keyId" | "mediaType" | "bytes" | "kind" | "expiresAt"> & {
  /** Stored even beyond the quota: it was paid for, and no request could get an error. */
  overQuota?: boolean;
  content: Uint8Array | AsyncIterable<Uint8Array>;
};

const PATH = "/v1/images/content";
const SECRET = "asset-addresses";
const NAME_LENGTH = 32;
const SWEEP_MS = 60_000;
const NAME = /^([0-9a-z]{32})\.(png|jpeg|webp|gif)$/;

export function createAssetService({
  store,
  blobs,
  lifetimeMs,
  log,
}: {
  store: Pick<Store, "assets" | "secrets" | "quotas">;
  blobs: BlobStore;
  /** Lifetime of a URL. */
  lifetimeMs: number;
  log: (line: string) => void;
}): AssetService {
  let secret: Promise<string> | undefined;

  async function sign(name: string, expires: string): Promise<Buffer> {
    secret ??= store.secrets.get(SECRET, () => randomBytes(32).toString("base64url"));
    const key = await secret.catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac("sha256", key).update(`${name}\n${expires}`).digest();
  }

  async function sweep(): Promise<void> {
    await store.assets.removeExpired(Date.now(), blobs.remove);
  }

  async function save({ content, overQuota, ...asset }: NewAsset): Promise<AssetRecord> {
    const record = { id: createRandomName(NAME_LENGTH), createdAt: Date.now(), ...asset };
    // The row comes first: bytes without one would never be removed.
    await withSweep(() => store.assets.create(record, { overQuota }), sweep);
    try {
      await blobs.write(record.id, content instanceof Uint8Array ? once(content) : content, asset.bytes);
    } catch (error) {
      // An asset that cannot be removed now expires like all others.
      await remove([record.id]).catch(() => {});
      throw error;
    }
    return record;
  }

  async function remove(ids: string[]): Promise<void> {
    // The bytes go first: without the row nothing would remove them.
    for (const id of ids) await blobs.remove(id);
    await store.assets.remove(ids);
  }

  let sweeping: Promise<void> | undefined;
  function sweepInBackground(): void {
    sweeping = sweep().catch((error) => log(`Expired images could not be removed: ${error}`));
  }
  const sweeper = setInterval(sweepInBackground, SWEEP_MS).unref();
  sweepInBackground();

  return {
    blobs,
    save,
    find: store.assets.find,
    reserve: (keyId, images) => withSweep(() => store.quotas.reserve({ keyId, kind: "images" }, images), sweep),

    remove,

    publish: (images, keyId) =>
      saveAll({ save, remove }, (together) =>
        Promise.all(
          images.map(async ({ bytes, mediaType }) => {
            // Rounded to seconds, the unit in the URL.
            const expiresAt = Math.ceil((Date.now() + lifetimeMs) / 1000) * 1000;
            const image = { keyId, mediaType, bytes: bytes.length, kind: "images" } as const;
            const { id } = await together.save({ ...image, expiresAt, content: bytes });
            const name = `${id}.${mediaType.replace("image/", "")}`;
            const expires = String(expiresAt / 1000);
            const signature = (await sign(name, expires)).toString("base64url");
            return `${PATH}/${name}?expires=${expires}&signature=${signature}`;
          }),
        ),
      ),

    async open(name, query) {
      const parameters = new URLSearchParams(query);
      const expires = parameters.get("expires") ?? "";
      const signature = Buffer.from(parameters.get("signature") ?? "", "base64url");
      const [, id, ending] = NAME.exec(name) ?? [];
      const expected = await sign(name, expires);
      if (!id || signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
        throw errors.imageAddressInvalid();
      }
      const expiresAt = Number(expires) * 1000;
      if (expiresAt <= Date.now()) {
        throw errors.imageAddressExpired({ time: new Date(expiresAt).toISOString() });
      }
      return { id, mediaType: `image/${ending}`, expiresAt };
    },

    sweep,

    async close() {
      clearInterval(sweeper);
      await sweeping;
    },
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}
