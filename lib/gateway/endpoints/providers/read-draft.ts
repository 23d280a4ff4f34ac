/** Completes a provider draft from its preset and, when it replaces one, from the stored provider. */

import type { ServerEntry } from "#lib/config/upstream-entry.ts";
import { toServerSettings, type UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { CUSTOM_PRESET, PROVIDER_PRESETS } from "#lib/contract/provider-presets.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type { OpenedProvider } from "./provider-services.ts";
import { providerDraft } from "./schema.ts";

export type CompleteDraft = {
  id: string;
  name: string;
  preset: string | null;
  entry: ServerEntry;
  apiKey: string | undefined;
};

/**
 * @param before provider that it replaces: fields that the draft leaves out stay as they are
 * @throws GatewayError 400 that names the field
 */
export function readDraft(body: unknown, before?: OpenedProvider): CompleteDraft {
  const draft = validate(providerDraft, body);
  const presetId = draft.preset ?? before?.record.preset ?? undefined;
  const preset = [...PROVIDER_PRESETS, CUSTOM_PRESET].find(({ id }) => id === presetId);
  if (draft.preset !== undefined && !preset) {
    const ids = [...PROVIDER_PRESETS, CUSTOM_PRESET].map(({ id }) => id);
    throw errors.invalidValue({ param: "preset", rule: fieldRules.value(ids) });
  }
  const stored = before && (JSON.parse(before.record.entry) as ServerEntry);
  const baseUrl = draft.base_url ?? stored?.baseUrl ?? preset?.baseUrl;
  if (!baseUrl || /[{}]/.test(baseUrl)) throw errors.invalidValue({ param: "base_url", rule: fieldRules.baseUrl });
  const id = before?.record.id ?? draft.id ?? (preset === CUSTOM_PRESET ? undefined : preset?.id);
  if (id === undefined) throw errors.providerIdMissing();
  const {
    api_formats: formats = stored?.dialects ?? [...(preset ?? CUSTOM_PRESET).apiFormats],
    models = stored?.models,
  } = draft;
  return {
    id,
    name: draft.name ?? before?.record.name ?? (preset === CUSTOM_PRESET ? id : (preset?.name ?? id)),
    preset: preset?.id ?? null,
    entry: { baseUrl, dialects: formats, ...(models?.length ? { models } : {}) },
    apiKey: draft.api_key === undefined ? keepKey(before, stored, baseUrl) : draft.api_key || undefined,
  };
}

/** A stored key goes to no other origin than the one it was entered for. */
function keepKey(
  before: OpenedProvider | undefined,
  stored: ServerEntry | undefined,
  baseUrl: string,
): string | undefined {
  if (!before?.apiKey || !stored) return undefined;
  if (new URL(stored.baseUrl).origin === new URL(baseUrl).origin) return before.apiKey;
  throw errors.providerKeyNeededAgain();
}

const TEST_TIMEOUTS = { connectMs: 5_000, firstByteMs: 30_000, idleMs: 30_000, totalMs: 30_000 };
const NO_RETRIES = { attempts: 0, maxDelayMs: 0 };

/** Returns the settings of an upstream that is tested before it is saved. */
export function toTestSettings({
  id,
  entry,
  apiKey,
}: Pick<CompleteDraft, "id" | "entry" | "apiKey">): UpstreamSettings {
  return {
    ...{ id, source: "stored" },
    ...toServerSettings(entry, apiKey),
    ...{ timeouts: TEST_TIMEOUTS, retries: NO_RETRIES },
  };
}

/** Returns the upstream with the timeouts of a test, and without retries. */
export function limitTest(upstream: UpstreamSettings): UpstreamSettings {
  return { ...upstream, timeouts: TEST_TIMEOUTS, retries: NO_RETRIES };
}
