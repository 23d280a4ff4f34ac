/** Model of a provider's list: its id, and its entry as the provider wrote it. */
export type ListedModel = { id: string; entry: Record<string, unknown> };

/**
 * Reads `{data: [{id, …}]}`, and Google's `{models: [{name: "models/…", …}]}`.
 * @returns undefined for any other JSON
 */
export function readModelList(json: unknown): ListedModel[] | undefined {
  const { data, models } = (json ?? {}) as { data?: unknown; models?: unknown };
  const list: unknown[] | undefined = [data, models].find(Array.isArray);
  return list?.flatMap((item) => {
    const entry = (item ?? {}) as Record<string, unknown>;
    const id = [entry.id, entry.name].find((value) => typeof value === "string" && value !== "") as string | undefined;
    return id === undefined ? [] : [{ id: entry.id === id ? id : id.replace(/^models\//, ""), entry }];
  });
}
