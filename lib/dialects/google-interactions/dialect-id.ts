/** Name of this dialect, in the config, the request log and vendor data. */
export const DIALECT = "google-interactions";
