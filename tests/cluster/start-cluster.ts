/**
 * A cluster: gateways as processes of their own, with one Postgres, one Redis and separate data folders, behind a proxy
 * that sends each request to the next instance. Only the folder of blobs is shared, or a bucket has them.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres, type TestPostgres } from "../store/start-postgres.ts";
import { startRedis, type TestRedis } from "../store/start-redis.ts";
import { ADMIN_KEY } from "../support/gateway.ts";
import { type KillableGateway, startKillableGateway } from "../support/killable-gateway.ts";
import { startRoundRobinProxy } from "../support/round-robin-proxy.ts";
import { nameBucket, type S3Server, startS3Server } from "../support/s3-server.ts";

export type Cluster = {
  /** URL of the proxy, without a trailing slash. */
  url: string;
  /** All that were started, also those that were killed. */
  instances: KillableGateway[];
  postgres: TestPostgres;
  redis: TestRedis;
  /** Present when blobs are in a bucket. */
  bucket: S3Server | undefined;
  /** Starts one more instance, in a data folder of its own. */
  add(environment?: Record<string, string>): Promise<KillableGateway>;
  /** Takes an instance out of the proxy, or back in; a killed one is out by itself. */
  use(instance: KillableGateway, isUsed: boolean): void;
  /** Returns everything that the instances printed. */
  output(): string;
  close(): Promise<void>;
};

type ClusterOptions = {
  /** Number of instances. */
  size?: number;
  /** Content of the config file of all instances. */
  config?: Record<string, unknown>;
  environment?: Record<string, string>;
  /** Variables of each instance of its own. */
  environments?: readonly Record<string, string>[];
  /** True: blobs are in a bucket, and the instances share no folder. */
  hasBucket?: boolean;
};

async function startServers(): Promise<{ postgres: TestPostgres; redis: TestRedis } | string> {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  if (typeof postgres === "object" && typeof redis === "object") return { postgres, redis };
  for (const server of [postgres, redis]) if (typeof server === "object") await server.stop();
  return [postgres, redis].filter((one) => typeof one === "string").join("; ");
}

/** @returns the reason as text when Postgres or Redis is absent */
export async function startCluster({
  size = 3,
  config = {},
  environment = {},
  environments = [],
  hasBucket = false,
}: ClusterOptions = {}): Promise<Cluster | string> {
  const servers = await startServers();
  if (typeof servers === "string") return servers;
  const { postgres, redis } = servers;
  const bucket = hasBucket ? await startS3Server() : undefined;
  const folder = mkdtempSync(join(tmpdir(), "parlance-cluster-"));
  const configPath = join(folder, "config.json");
  writeFileSync(configPath, JSON.stringify({ sandbox: { tokensPerSecond: 0 }, ...config }));
  mkdirSync(join(folder, "blobs"), { mode: 0o700 });
  const instances: KillableGateway[] = [];
  const unused = new Set<KillableGateway>();

  async function add(own: Record<string, string> = {}): Promise<KillableGateway> {
    const dataDir = mkdtempSync(join(folder, "data-"));
    if (!bucket) symlinkSync(join(folder, "blobs"), join(dataDir, "blobs"));
    const instance = await startKillableGateway({
      PARLANCE_CONFIG: configPath,
      DATA_DIR: dataDir,
      PARLANCE_ADMIN_KEY: ADMIN_KEY,
      PARLANCE_SECRET_KEY: "secret-key-of-all-instances-0123456789",
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      ...(bucket ? nameBucket(bucket) : {}),
      ...environment,
      ...own,
    });
    instances.push(instance);
    return instance;
  }
  const inUse = () => instances.filter((instance) => !instance.hasEnded() && !unused.has(instance));
  const proxy = await startRoundRobinProxy(() => inUse().map(({ url }) => url));

  async function close(): Promise<void> {
    await proxy.close();
    for (const instance of instances) await instance.kill();
    await Promise.all([postgres.stop(), redis.stop(), bucket?.close()]);
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await Promise.all(Array.from({ length: size }, (_, index) => add(environments[index])));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    url: proxy.url,
    instances,
    postgres,
    redis,
    bucket,
    add,
    use: (instance, isUsed) => void (isUsed ? unused.delete(instance) : unused.add(instance)),
    output: () => instances.map((one, index) => `--- instance ${index}\n${one.output()}`).join("\n"),
    close,
  };
}
