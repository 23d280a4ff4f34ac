/** Limits of live links. Times in ms. */

const MINUTE_MS = 60_000;

export const LIVE_LINK_LIMITS = {
  /** Body of a request for a link, in bytes. */
  bodyBytes: 4_096,
  /** Lifetime of a link in seconds. The response behind it may be gone sooner. */
  lifetimeSeconds: { least: 60, usual: 3_600, most: 86_400 },
  /** Watchers of one link, and of all links of one process. */
  perLink: 500,
  watchers: 5_000,
  /** Links that a list shows. */
  listed: 100,
  /** Time for which a watcher may leave bytes unread before it is disconnected. */
  unreadMs: MINUTE_MS,
  /** Time after which an open link asks again whether its owner's key still works. */
  keyCheckMs: 5_000,
} as const;
