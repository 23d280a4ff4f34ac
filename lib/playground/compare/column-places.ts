/** Columns as an address says them: `#columns=chat:sandbox/guide,messages:openai/gpt-5`. */
import type { TextPage } from "../history.ts";

export type ColumnPlace = {
  page: TextPage;
  /** Absent: the gateway's default model. */
  model?: string;
};

export const MINIMUM_COLUMNS = 2;
export const MAXIMUM_COLUMNS = 4;

/** The text pages in the order in which they are offered. */
export const COLUMN_PAGES: readonly { page: TextPage; name: string; route: string }[] = [
  { page: "chat", name: "Chat", route: "/v1/chat/completions" },
  { page: "responses", name: "Responses", route: "/v1/responses" },
  { page: "messages", name: "Messages", route: "/v1/messages" },
  { page: "generate-content", name: "Generate content", route: "/v1beta/models" },
];

export function nameOfPage(page: TextPage): string {
  return COLUMN_PAGES.find((entry) => entry.page === page)?.name ?? page;
}

/** Slashes and colons stay legible: a model is read up to the next comma. */
const encode = (model: string) => encodeURIComponent(model).replaceAll("%2F", "/").replaceAll("%3A", ":");

export function writeColumns(places: readonly ColumnPlace[]): string {
  const words = places.map(({ page, model }) => (model ? `${page}:${encode(model)}` : page));
  return `columns=${words.join(",")}`;
}

/** Undefined where the fragment names fewer columns than a comparison has; further ones are left out. */
export function readColumns(fragment: string): ColumnPlace[] | undefined {
  const value = /(?:^#?|&)columns=([^&]*)/.exec(fragment)?.[1];
  if (value === undefined) return undefined;
  const places = value.split(",").flatMap((word): ColumnPlace[] => {
    const [name = "", ...rest] = word.split(":");
    const page = COLUMN_PAGES.find((entry) => entry.page === name)?.page;
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
