/** The overlay that is open: at most one, for one column. */
export type CompareOverlay =
  | { name: "settings"; column: string; parameter?: string }
  | { name: "price"; column: string }
  | { name: "diff" };
