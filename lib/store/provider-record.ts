/** Provider that was connected in the browser. Times are Unix milliseconds. */
export type ProviderRecord = {
  /** Id of its upstream. */
  id: string;
  /** Name on screen. */
  name: string;
  /** Preset that it was made from. */
  preset: string | null;
  /** JSON of an entry as under `upstreams` in the config file. */
  entry: string;
  /** API key, sealed; null for a server without keys. */
  sealedKey: string | null;
  createdAt: number;
  updatedAt: number;
};

export type ProviderStore = {
  /** Lists all, oldest first. */
  list(): Promise<ProviderRecord[]>;
  /** Creates it, or replaces the one of the same id. */
  put(provider: ProviderRecord): Promise<void>;
  /** @returns false when there was none */
  remove(id: string): Promise<boolean>;
};
