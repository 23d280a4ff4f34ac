/** Results of the cells of evaluations. */
import { sql } from "kysely";
import type { Backend } from "../backend.ts";
import type { QuotaGuard } from "../quota/quota-guard.ts";
import type { EvaluationStore } from "./evaluation-record.ts";

type CellStore = Pick<
  EvaluationStore,
  "saveCells" | "listPlaces" | "listResults" | "listCells" | "readCells" | "findCell" | "updateCell" | "removeCells"
>;

const RESULT = [
  ...(["rowIndex", "columnIndex", "state", "passed", "marks", "inputTokens", "outputTokens", "cost"] as const),
  ...(["checksCost", "totalMs", "thumb"] as const),
];

/** Characters of an output in lists. */
const PREVIEW = 160;

/** Cells of one insert; SQLite takes 32,766 values in a statement. */
const CELLS_PER_INSERT = 200;

export function createCellStore({ db, reader }: Pick<Backend, "db" | "reader">, guard: QuotaGuard): CellStore {
  return {
    saveCells: (id, { by, fence }, cells) =>
      db.transaction().execute(async (transaction) => {
        const [evaluation] = await transaction
          .updateTable("evaluations")
          .set({ updatedAt: Date.now() })
          .where("id", "=", id)
          .where("claimedBy", "=", by)
          .where("fence", "=", fence)
          .returning(["state", "concurrency", "keyId"])
          .execute();
        if (!evaluation) return undefined;
        for (let start = 0; start < cells.length; start += CELLS_PER_INSERT) {
          await transaction
            .insertInto("evaluationCells")
            .values(cells.slice(start, start + CELLS_PER_INSERT))
            .onConflict((conflict) => conflict.columns(["evaluationId", "rowIndex", "columnIndex"]).doNothing())
            .execute();
        }
        await guard.requireWithin({ keyId: evaluation.keyId, kind: "evaluations" }, transaction);
        const { state, concurrency } = evaluation;
        return { state, concurrency };
      }),

    listPlaces: (id) =>
      db
        .selectFrom("evaluationCells")
        .select(["rowIndex as row", "columnIndex as column"])
        .where("evaluationId", "=", id)
        .execute(),

    listResults: (id) =>
      reader
        .selectFrom("evaluationCells")
        .select(RESULT)
        .where("evaluationId", "=", id)
        .orderBy("rowIndex")
        .orderBy("columnIndex")
        .execute(),

    async listCells(id, rows) {
      if (rows.length === 0) return [];
      return reader
        .selectFrom("evaluationCells")
        .select(RESULT)
        .select(sql<string>`substr(output, 1, ${sql.lit(PREVIEW)})`.as("preview"))
        .where("evaluationId", "=", id)
        .where("rowIndex", "in", rows)
        .execute();
    },

    readCells: (id, { from, to }) =>
      reader
        .selectFrom("evaluationCells")
        .selectAll()
        .where("evaluationId", "=", id)
        .where("rowIndex", ">=", from)
        .where("rowIndex", "<", to)
        .orderBy("rowIndex")
        .orderBy("columnIndex")
        .execute(),

    findCell: (id, { row, column }) =>
      db
        .selectFrom("evaluationCells")
        .selectAll()
        .where("evaluationId", "=", id)
        .where("rowIndex", "=", row)
        .where("columnIndex", "=", column)
        .executeTakeFirst(),

    async updateCell(id, { row, column }, changes) {
      const updated = await db
        .updateTable("evaluationCells")
        .set(changes)
        .where("evaluationId", "=", id)
        .where("rowIndex", "=", row)
        .where("columnIndex", "=", column)
        .returning("rowIndex")
        .execute();
      return updated.length > 0;
    },

    async removeCells(id, which) {
      let query = db.deleteFrom("evaluationCells").where("evaluationId", "=", id);
      if (which === "errors") query = query.where("state", "=", "error");
      else if (which === "failed") {
        query = query.where(({ eb, or }) => or([eb("state", "=", "error"), eb("passed", "=", 0)]));
      } else if (which !== "all") {
        query = query.where("rowIndex", "=", which.row).where("columnIndex", "=", which.column);
      }
      const { numDeletedRows } = await query.executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
