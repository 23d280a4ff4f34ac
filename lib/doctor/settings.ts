/** Settings of a server that is tried. */
import { toServerSettings, type UpstreamSettings } from "#lib/config/upstream-settings.ts";

/** Returns the settings of a server that is tried; messages name it by its host. */
export function toDoctorSettings({
  baseUrl,
  apiKey,
  headers,
  timeoutMs,
}: {
  baseUrl: string;
  apiKey: string | undefined;
  headers: Record<string, string>;
  timeoutMs: number;
}): UpstreamSettings {
  const server = toServerSettings({ baseUrl, headers }, apiKey);
  return limitDoctor({ id: new URL(baseUrl).host, source: "stored", ...server }, timeoutMs);
}

/** Returns a server with the time limits of a run, and without retries. */
export function limitDoctor(
  server: Omit<UpstreamSettings, "timeouts" | "retries">,
  timeoutMs: number,
): UpstreamSettings {
  return {
    ...server,
    timeouts: { connectMs: Math.min(10_000, timeoutMs), firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
    retries: { attempts: 0, maxDelayMs: 0 },
  };
}
