/** Services of the provider endpoints. */
import type { StoredUpstream } from "#lib/config/upstream-settings.ts";
import type { ProviderRecord } from "#lib/store/provider-record.ts";
import { SealBroken, type Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";

/** Reads all settings again. @throws SettingsError when they cannot be used; nothing has changed then */
export type Reload = () => Promise<void>;

export type ProviderServices = {
  reloadSettings: Reload;
  providers: ProviderService;
};

export type OpenedProvider = {
  record: ProviderRecord;
  apiKey: string | undefined;
  /** Reason why its API key cannot be read. */
  problem: string | undefined;
};

export type ProviderService = {
  list(): Promise<OpenedProvider[]>;
  /** Creates or replaces a provider. @param apiKey undefined for a provider without a key */
  put(record: Omit<ProviderRecord, "sealedKey">, apiKey: string | undefined): Promise<void>;
  remove(id: string): Promise<boolean>;
};

export function createProviderService({ store, sealer }: { store: Store; sealer: Sealer }): ProviderService {
  return {
    async list() {
      return (await store.providers.list()).map((record) => {
        if (record.sealedKey === null) return { record, apiKey: undefined, problem: undefined };
        try {
          return { record, apiKey: sealer.open(record.sealedKey, purposeOf(record.id)), problem: undefined };
        } catch (error) {
          if (!(error instanceof SealBroken)) throw error;
          return {
            record,
            apiKey: undefined,
            problem: `Its API key cannot be decrypted. ${error.message} Enter the key again.`,
          };
        }
      });
    },
    put: (record, apiKey) =>
      store.providers.put({ ...record, sealedKey: apiKey ? sealer.seal(apiKey, purposeOf(record.id)) : null }),
    remove: (id) => store.providers.remove(id),
  };
}

/** Returns a function that logs each problem once. */
export function createProblemLog(log: (line: string) => void): (providers: readonly OpenedProvider[]) => void {
  const logged = new Map<string, string>();
  return (providers) => {
    const found = new Map(
      providers.flatMap(({ record: { id }, problem }) => (problem ? [[id, problem] as const] : [])),
    );
    for (const [id, problem] of found) {
      if (logged.get(id) !== problem) log(`The provider "${id}" is not in use. ${problem}`);
      logged.set(id, problem);
    }
    for (const id of logged.keys()) if (!found.has(id)) logged.delete(id);
  };
}

/** Returns the stored providers as upstreams; one without its key is left out, so that no call goes without it. */
export function toStoredUpstreams(providers: readonly OpenedProvider[]): StoredUpstream[] {
  return providers.flatMap(({ record, apiKey, problem }) =>
    problem === undefined ? [{ id: record.id, entry: JSON.parse(record.entry), apiKey }] : [],
  );
}

const purposeOf = (id: string) => `provider ${id}`;
