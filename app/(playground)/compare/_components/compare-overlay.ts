/** What stands over the page: one at a time, for one column. */
export type CompareOverlay =
  | { name: "settings"; column: string; parameter?: string }
  | { name: "price"; column: string }
  | { name: "diff" };
