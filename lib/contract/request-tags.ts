/** Labels of keys and requests, by which the log and the usage are sorted. */

/** Limit on the labels of one key, and on those that a request adds. */
export const MOST_TAGS = 8;

/** A label has no comma, which separates labels in the header `x-gateway-tags` and in the log. */
export const TAG = /^[\w.:/@-](?:[\w.:/@ -]{0,62}[\w.:/@-])?$/;
