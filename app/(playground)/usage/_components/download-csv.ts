import { getDay, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";

/** Saves the shown data as a file such as "usage-2026-11-15-2026-11-21-by-model.csv". */
export async function downloadCsv(data: UsageReply, { from, to, offset }: UsagePeriod): Promise<void> {
  const [{ writeUsageCsv }, { downloadBlob }] = await Promise.all([
    import("#app/(playground)/usage/_model/usage-csv.ts"),
    import("#components/ui/save-image.ts"),
  ]);
  const days = [...new Set([getDay(from, offset), getDay(to - 1, offset)])].join("-");
  const bytes = new Blob([writeUsageCsv(data)], { type: "text/csv;charset=utf-8" });
  downloadBlob(bytes, `usage-${days}-by-${data.group_by ?? "time"}.csv`);
}
