/** Comparison columns in a URL fragment: `#columns=chat:sandbox/guide,messages:openai/gpt-5`. */
import { TEXT_PAGES } from "../conversion/page-names.ts";
import type { TextPage } from "../history/history.ts";

export type ColumnPlace = {
  page: TextPage;
  /** Absent: the gateway's default model. */
  model?: string;
};

export const MINIMUM_COLUMNS = 2;
export const MAXIMUM_COLUMNS = 4;

/** Columns of the page when the address names none. */
export const FIRST_COLUMNS: readonly ColumnPlace[] = [{ page: "chat" }, { page: "messages" }];

/** Encodes a model name but leaves slashes and colons readable; a model ends at the next comma. */
const encode = (model: string) => encodeURIComponent(model).replaceAll("%2F", "/").replaceAll("%3A", ":");

export function writeColumns(places: readonly ColumnPlace[]): string {
  const words = places.map(({ page, model }) => (model ? `${page}:${encode(model)}` : page));
  return `columns=${words.join(",")}`;
}

/**
 * Returns undefined when the fragment names fewer columns than a comparison needs; columns past the maximum are
 * dropped.
 */
export function readColumns(fragment: string): ColumnPlace[] | undefined {
  const value = /(?:^#?|&)columns=([^&]*)/.exec(fragment)?.[1];
  if (value === undefined) return undefined;
  const places = value.split(",").flatMap((word): ColumnPlace[] => {
    const [name = "", ...rest] = word.split(":");
    const page = TEXT_PAGES.find((candidate) => candidate === name);
    if (!page) return [];
    const model = decode(rest.join(":"));
    return [model ? { page, model } : { page }];
  });
  return places.length < MINIMUM_COLUMNS ? undefined : places.slice(0, MAXIMUM_COLUMNS);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
