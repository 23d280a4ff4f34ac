/** EvaluationService: creates, finds, runs and sums up evaluations. */
import { LRUCache } from "lru-cache";
import type { EvaluationSummary } from "#lib/contract/evaluation.ts";
import type { EvaluationDefinition, EvaluationRow } from "#lib/contract/evaluation-definition.ts";
import { createPatternMatcher } from "#lib/evaluations/pattern-matcher.ts";
import { LIFETIMES } from "#lib/gateway/limits.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import { createRandomName } from "#lib/media/create-random-name.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import type { EvaluationCellResult, EvaluationHead } from "#lib/store/evaluations/evaluation-record.ts";
import type { SendOwn } from "./call-model.ts";
import { readDefinition, readRows } from "./cell-detail.ts";
import { Slots } from "./evaluation-environment.ts";
import { EVALUATION_LIMITS } from "./evaluation-limits.ts";
import { createEvaluationRunner } from "./evaluation-runner.ts";
import { summarize } from "./summarize.ts";

export type EvaluationService = {
  send: SendOwn;
  /** @throws GatewayError 507 over the quota of the key */
  create(
    definition: EvaluationDefinition & { fields: string[] },
    options: { keyId: string; start: boolean },
  ): Promise<EvaluationHead>;
  /** @throws GatewayError 404 when the owner can see none of this id */
  find(id: string | undefined, owner: FileOwner): Promise<EvaluationHead>;
  readRows(evaluation: EvaluationHead): Promise<readonly EvaluationRow[]>;
  listResults(evaluation: EvaluationHead): Promise<readonly EvaluationCellResult[]>;
  summarize(evaluation: EvaluationHead): Promise<EvaluationSummary>;
  /** Looks for evaluations to run. */
  wake(): void;
  /** Stops the work, so that other instances go on with it at once. */
  stopWork(): Promise<void>;
  close(): Promise<void>;
};

export type EvaluationServices = Services & { evaluations: EvaluationService };

/** Characters of the rows that are kept ready for readers. */
const CACHED_CHARACTERS = 64_000_000;

export function createEvaluationService({
  services,
  send,
  instance,
}: {
  services: Services;
  send: SendOwn;
  instance: Pick<Instance, "id" | "hasEnded" | "knowsOthers">;
}): EvaluationService {
  const { store, log } = services;
  const matcher = createPatternMatcher();
  const slots = new Slots(EVALUATION_LIMITS.requests);
  const runner = createEvaluationRunner({ store, services, send, matcher, instance, slots, log });
  const datasets = new LRUCache<string, readonly EvaluationRow[]>({ maxSize: CACHED_CHARACTERS });
  const results = new LRUCache<string, Promise<EvaluationCellResult[]>>({ max: 16 });

  const listResults: EvaluationService["listResults"] = ({ id, updatedAt }) => {
    const version = `${id} ${updatedAt}`;
    const known = results.get(version);
    if (known) return known;
    const read = store.evaluations.listResults(id);
    results.set(version, read);
    read.catch(() => results.delete(version));
    return read;
  };

  return {
    send,

    async create({ name, columns, checks = [], rows, fields, concurrency = USUAL_CONCURRENCY }, { keyId, start }) {
      const createdAt = Date.now();
      const record = {
        id: `eval_${createRandomName(24)}`,
        keyId,
        name,
        state: start ? ("running" as const) : ("paused" as const),
        stopped: null,
        definition: JSON.stringify({ columns, checks, fields }),
        rowCount: rows.length,
        columnCount: columns.length,
        concurrency,
        ...{ createdAt, updatedAt: createdAt, endedAt: null, expiresAt: createdAt + LIFETIMES.evaluations },
        ...{ claimedBy: null, claimedUntil: 0, fence: 0 },
      };
      await store.evaluations.create({ ...record, dataset: JSON.stringify(rows) });
      if (start) runner.wake();
      return record;
    },

    async find(id, owner) {
      const found = id === undefined ? undefined : await store.evaluations.find(id);
      if (found && (owner.seesAll || found.keyId === owner.keyId)) return found;
      throw errors.evaluationNotFound();
    },

    async readRows({ id }) {
      const known = datasets.get(id);
      if (known) return known;
      const text = await store.evaluations.readDataset(id);
      if (text === undefined) throw errors.evaluationNotFound();
      const rows = readRows(text);
      datasets.set(id, rows, { size: text.length + 1 });
      return rows;
    },

    listResults,

    async summarize(evaluation) {
      return summarize(evaluation, readDefinition(evaluation), await listResults(evaluation));
    },

    wake: runner.wake,
    stopWork: runner.close,

    async close() {
      await runner.close();
      await matcher.close();
    },
  };
}

const USUAL_CONCURRENCY = 8;
