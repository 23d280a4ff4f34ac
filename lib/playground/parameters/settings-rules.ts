/** Rules of a page to read, describe, save and share its settings; a text dialect implements them. */

import type { TextDialect } from "../dialects/text-dialect.ts";
import type { TextPage } from "../history/history.ts";

export type MediaPage = "images" | "videos";

export type SettingsRules = Pick<TextDialect, "parameters" | "systemLabel" | "tools" | "findProblems"> & {
  page: TextPage | MediaPage;
};

export type MediaRules = SettingsRules & { page: MediaPage };
