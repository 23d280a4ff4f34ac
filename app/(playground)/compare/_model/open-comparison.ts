/**
 * The tab's one comparison controller. It outlives the page, so that responses continue while another page is shown.
 */

import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { openHistory } from "#lib/playground/history/history.ts";
import { type Comparison, createComparison } from "./comparison.ts";
import { openComparisonRecords } from "./comparison-records.ts";

let opened: Comparison | undefined;

export function openComparison(): Comparison {
  opened ??= createComparison({
    history: openHistory("compare"),
    records: openComparisonRecords(),
    dialects: TEXT_DIALECTS,
  });
  return opened;
}
