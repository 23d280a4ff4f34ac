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
  return {
    ...{ id: new URL(baseUrl).host, source: "stored" },
    ...toServerSettings({ baseUrl, headers }, apiKey),
    timeouts: { connectMs: Math.min(10_000, timeoutMs), firstByteMs: timeoutMs, idleMs: timeoutMs, totalMs: timeoutMs },
    retries: { attempts: 0, maxDelayMs: 0 },
  };
}
