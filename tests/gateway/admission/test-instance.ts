/** Admission of one gateway instance without the gateway, and requests through it. */
import type { KeyRules } from "#lib/config/key-rules.ts";
import { type KeyPolicy, NO_POLICY } from "#lib/contract/key-policy.ts";
import { createAdmission } from "#lib/gateway/admission/create-admission.ts";
import type { Admission } from "#lib/gateway/request/admission.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { keyRecord } from "#tests/support/key-record.ts";

const DOLLAR_PER_TOKEN = { input: 0, output: 1_000_000 };

export type SendOptions = {
  group?: string;
  maxTokens?: number;
  /** Null: unknown. */
  price?: typeof DOLLAR_PER_TOKEN | null;
  model?: string;
};

export class TestInstance {
  readonly admission: Admission;
  readonly counters: Counters;
  readonly keyId: string;
  /** Group of the key, whose name no other test has. */
  readonly group: string;
  /** Rows of the request log, which instances may share. */
  readonly rows: RequestLogRow[];
  rules: KeyRules = { defaults: NO_POLICY, groups: {}, refusesUnpriced: false, refusesUncounted: false };
  /** Money that the log has, from before the start. */
  spent = 0;
  private settled: Promise<void> | void = undefined;
  asked: { keys: readonly string[]; since: number }[] = [];

  constructor(counters: Counters, { keyId, rows = [] }: { keyId: string; rows?: RequestLogRow[] }) {
    this.counters = counters;
    this.keyId = keyId;
    this.group = `ci ${keyId}`;
    this.rows = rows;
    const keys = {
      list: async () => [keyRecord("a", { id: keyId, group: this.group }), keyRecord("b", { id: "key_2" })],
    };
    const requestLog = {
      append: (row: RequestLogRow) => void rows.push(row),
      sumCost: async (asked: readonly string[], since: number) => {
        this.asked.push({ keys: asked, since });
        return rows.reduce((sum, { cost }) => sum + (cost ?? 0), this.spent);
      },
    };
    const people = { listTeam: async () => [] };
    const store = { keys, people, requestLog } as unknown as Pick<Store, "keys" | "people" | "requestLog">;
    const settle: Counters["settle"] = (settlement) => {
      this.settled = counters.settle(settlement);
      return this.settled;
    };
    this.admission = createAdmission({ store, counters: { ...counters, settle }, readRules: () => this.rules });
  }

  /** Principals by their policy: the key ring of a gateway keeps them too. */
  private readonly principals = new WeakMap<Partial<KeyPolicy>, Principal>();

  open(policy: Partial<KeyPolicy>, group?: string) {
    const log = new LogEntry({
      id: "req_1",
      log: { append: (row) => void this.rows.push(row) } as Store["requestLog"],
      onFinish() {},
    });
    const known = this.principals.get(policy);
    if (known && known.group === group) return { log, principal: known };
    const principal: Principal = {
      ...{ keyId: this.keyId, name: "App", scopes: ["inference"] },
      policy: { ...NO_POLICY, ...policy },
      ...(group === undefined ? {} : { group }),
    };
    this.principals.set(policy, principal);
    return { log, principal };
  }

  /** Sends a request with this limit on its output; returns what ends it. */
  async send(
    policy: Partial<KeyPolicy>,
    { group, maxTokens = 1, price = DOLLAR_PER_TOKEN, model = "a/x" }: SendOptions = {},
  ) {
    const { log, principal } = this.open(policy, group);
    const end = async (outputTokens?: number, status = 200) => {
      if (outputTokens !== undefined) log.usage = { inputTokens: 0, outputTokens };
      log.finish({ status, error: status >= 400 ? "failed" : null });
      await this.settled;
    };
    try {
      await this.admission.admitRequest({ principal, log, route: "chat", callsModel: true });
      log.target = model;
      const openPrices = async () => new Map([[model, price ? { tokens: price } : undefined]]);
      await this.admission.admitCall(log, { names: [model], maxTokens, openPrices });
    } catch (error) {
      await end(undefined, 429);
      throw error;
    }
    return { log, end };
  }
}

/** Returns the headers that tell the client of a request its limits. */
export function readLimitHeaders({ grant }: LogEntry): Record<string, string | string[]> {
  const headers = {};
  grant?.addHeaders(headers);
  return headers;
}
