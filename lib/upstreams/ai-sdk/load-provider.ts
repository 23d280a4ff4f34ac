/** Loads the package of an upstream and creates its provider; errors are in terms of the config file. */
import type { LanguageModelV3, LanguageModelV4, Experimental_VideoModelV4 as VideoModelV4 } from "@ai-sdk/provider";
import { SettingsError } from "#lib/config/settings-error.ts";
import type { BridgeSettings } from "#lib/config/upstream-settings.ts";
import { createRedactor } from "../redactor.ts";

export type Provider = {
  languageModel(modelId: string): LanguageModelV4 | LanguageModelV3;
  videoModel?(modelId: string): VideoModelV4;
};
type Factory = (options: Record<string, unknown>) => unknown;

const VERSIONS = new Set(["v3", "v4"]);

/** @throws SettingsError that names the field, its value and the fix */
export async function loadProvider(settings: BridgeSettings, fetch: typeof globalThis.fetch): Promise<Provider> {
  const provider = makeProvider(settings, await load(settings), fetch);
  for (const [index, model] of settings.models.entries()) checkModel(settings, provider, { index, model });
  for (const [index, model] of settings.videoModels.entries()) checkVideoModel(settings, provider, { index, model });
  return provider;
}

async function load(settings: BridgeSettings): Promise<Record<string, unknown>> {
  const { specifier } = settings;
  try {
    // Node resolves the import, from a bundle too: the package is in the operator's node_modules.
    return await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ specifier);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The package may exist and need another one that does not.
    const missing = /^Cannot find (?:package|module) ['"]([^'"]+)/.exec(message)?.[1];
    const isMissing = code === "ERR_MODULE_NOT_FOUND" && missing?.includes(readName(specifier)) === true;
    if (!isMissing) throw wrongProviderError(settings, "package", settings.package, `a module that loads (${message})`);
    const expected = specifier.startsWith("file:")
      ? "the path of a module, from the config file's folder"
      : `an installed package: run npm install ${specifier} in Parlance's folder`;
    throw wrongProviderError(settings, "package", settings.package, expected);
  }
}

/** Returns the name as Node's message quotes it: packages by name, files by path. */
function readName(specifier: string): string {
  return specifier.startsWith("file:")
    ? decodeURIComponent(new URL(specifier).pathname.split("/").at(-1) ?? "")
    : specifier;
}

function makeProvider(
  settings: BridgeSettings,
  module: Record<string, unknown>,
  fetch: typeof globalThis.fetch,
): Provider {
  const found = settings.export === undefined ? findExport(settings, module) : module[settings.export];
  const field = settings.export === undefined ? "package" : "export";
  const named = settings.export ?? settings.package;
  if (isProvider(found)) {
    if (Object.keys(settings.options).length === 0) return found;
    throw wrongProviderError(
      settings,
      field,
      named,
      "a create… function, which takes the options (this export is a ready provider)",
    );
  }
  if (typeof found !== "function") {
    throw wrongProviderError(
      settings,
      field,
      named,
      `a provider of the AI SDK or a function that makes one${readList(module)}`,
    );
  }
  let made: unknown;
  try {
    made = (found as Factory)({ ...settings.options, fetch });
  } catch (error) {
    throw wrongProviderError(settings, "options", undefined, `what the package takes (${(error as Error).message})`);
  }
  if (isProvider(made)) return made;
  throw wrongProviderError(settings, field, named, "a function that makes a provider of the AI SDK");
}

/** Returns the only function that creates providers, otherwise the only ready provider. */
function findExport(settings: BridgeSettings, module: Record<string, unknown>): unknown {
  const entries = Object.entries(module);
  const factories = entries.filter(([name, value]) => /^create[A-Z]/.test(name) && typeof value === "function");
  const providers = entries.filter(([, value]) => isProvider(value));
  for (const found of [factories, providers]) {
    // Older names are aliases of the same function.
    if (new Set(found.map(([, value]) => value)).size === 1) return found[0]?.[1];
    if (found.length > 1) {
      const names = found.map(([name]) => name).join(", ");
      throw wrongProviderError(settings, "export", undefined, `one of ${names}`);
    }
  }
  return undefined;
}

function isProvider(value: unknown): value is Provider {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  return typeof (value as Partial<Provider>).languageModel === "function";
}

type Listed = { index: number; model: string };

function checkModel(settings: BridgeSettings, provider: Provider, { index, model }: Listed) {
  let version: string;
  try {
    version = String(provider.languageModel(model)?.specificationVersion ?? "v1");
  } catch (error) {
    throw wrongProviderError(
      settings,
      `models.${index}`,
      model,
      `a model that the package knows (${(error as Error).message})`,
    );
  }
  if (VERSIONS.has(version)) return;
  const expected = `a package whose models have version 3 or 4 of the AI SDK's interface (AI SDK 6 or 7), not ${version}: install another release of it`;
  throw wrongProviderError(settings, "package", settings.package, expected);
}

/** A video takes longer than a process may live: a model that can only be awaited would lose it. */
function checkVideoModel(settings: BridgeSettings, provider: Provider, { index, model }: Listed) {
  const field = `videoModels.${index}`;
  let found: Partial<VideoModelV4> | undefined;
  try {
    found = provider.videoModel?.(model);
  } catch (error) {
    throw wrongProviderError(
      settings,
      field,
      model,
      `a video model that the package knows (${(error as Error).message})`,
    );
  }
  if (found?.doStart && found.doStatus) return;
  const expected =
    "a package whose video models can be asked how far they are (doStart and doStatus of version 4 of the AI SDK's interface)";
  throw wrongProviderError(settings, field, model, expected);
}

function readList(module: Record<string, unknown>): string {
  const names = Object.keys(module).slice(0, 20);
  return names.length > 0 ? ` (it exports ${names.join(", ")})` : " (it exports nothing)";
}

function wrongProviderError(
  { id, secrets }: BridgeSettings,
  field: string,
  value: unknown,
  expected: string,
): SettingsError {
  // A module that fails to load may have a message of many lines.
  const [line = ""] = createRedactor(secrets)(expected).split("\n");
  return new SettingsError({ field: `upstreams.${id}.${field}`, value, expected: line });
}
