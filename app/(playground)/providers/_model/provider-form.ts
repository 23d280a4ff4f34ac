/** Fields of the form that connects or edits a provider, and the request body that they make. */
import type { Provider, ProviderDraft, ProviderTest } from "#lib/contract/provider.ts";
import {
  type ApiFormat,
  CUSTOM_PRESET,
  PROVIDER_PRESETS,
  type ProviderPreset,
} from "#lib/contract/provider-presets.ts";

export type ProviderFields = {
  apiKey: string;
  baseUrl: string;
  id: string;
  name: string;
  apiFormats: readonly ApiFormat[];
  /** One model a line. */
  models: string;
};

export type FieldName = "api_key" | "base_url" | "id" | "name" | "api_formats" | "models";
export type FieldProblem = { field?: FieldName; message: string };

/** Every choice of the page, in its order. */
export const ALL_PRESETS: readonly ProviderPreset[] = [...PROVIDER_PRESETS, CUSTOM_PRESET];

export function findPreset(id: string | null): ProviderPreset {
  return ALL_PRESETS.find((preset) => preset.id === id) ?? CUSTOM_PRESET;
}

/** Returns true for a preset whose base URL has a part to fill in, or none: the field is not an advanced one. */
export function asksBaseUrl({ baseUrl }: ProviderPreset): boolean {
  return baseUrl === "" || baseUrl.includes("{");
}

/** @param taken ids in use: a second provider of the same preset gets a number */
export function startFields(preset: ProviderPreset, taken: readonly string[]): ProviderFields {
  const isCustom = preset === CUSTOM_PRESET;
  return {
    apiKey: "",
    baseUrl: preset.baseUrl,
    id: isCustom ? "" : findFreeId(preset.id, taken),
    name: isCustom ? "" : preset.name,
    apiFormats: preset.apiFormats,
    models: "",
  };
}

export function editFields({ id, name, base_url, api_formats, models }: Provider): ProviderFields {
  return {
    apiKey: "",
    baseUrl: base_url ?? "",
    ...{ id, name, apiFormats: api_formats },
    models: (models ?? []).join("\n"),
  };
}

/** Returns the first problem that can be seen without asking the gateway. */
export function findFieldProblem(
  fields: ProviderFields,
  { preset, isEdit }: { preset: ProviderPreset; isEdit: boolean },
): FieldProblem | undefined {
  const { apiKey, baseUrl, id, apiFormats } = fields;
  if (baseUrl.trim() === "") return { field: "base_url", message: "Enter a base URL." };
  const blank = /\{([^}]*)\}/.exec(baseUrl)?.[1];
  if (blank !== undefined) return { field: "base_url", message: `Replace {${blank}} with your ${blank}.` };
  if (preset.key === "required" && apiKey.trim() === "" && !isEdit)
    return { field: "api_key", message: "Paste a key." };
  if (id.trim() === "") return { field: "id", message: "Enter an ID, for example my-server." };
  if (apiFormats.length === 0) return { field: "api_formats", message: "Choose at least one API." };
  return undefined;
}

/** An absent key leaves the stored one as it is. Without models, those that the server lists are used. */
export function toDraft(
  { apiKey, baseUrl, id, name, apiFormats, models }: ProviderFields,
  preset: ProviderPreset,
): ProviderDraft {
  return {
    id: id.trim(),
    ...(name.trim() ? { name: name.trim() } : {}),
    preset: preset.id,
    base_url: baseUrl.trim(),
    ...(apiKey.trim() ? { api_key: apiKey } : {}),
    api_formats: [...apiFormats],
    models: models
      .split(/[\n,]/)
      .map((model) => model.trim())
      .filter(Boolean),
  };
}

export type Correction = { baseUrl?: string; apiFormats?: readonly ApiFormat[] };

/** Returns what the test found to work in place of what was entered; undefined when that is the same. */
export function findCorrection(test: ProviderTest, draft: ProviderDraft): Correction | undefined {
  const baseUrl = trimSlash(test.base_url) === trimSlash(draft.base_url) ? undefined : test.base_url;
  const isSameApi = test.api_formats.every((format) => draft.api_formats?.includes(format));
  if (baseUrl === undefined && isSameApi) return undefined;
  return { ...(baseUrl ? { baseUrl } : {}), ...(isSameApi ? {} : { apiFormats: test.api_formats }) };
}

const trimSlash = (url: string) => url.trim().replace(/\/+$/, "");

function findFreeId(id: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id;
  let number = 2;
  while (taken.includes(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
}
