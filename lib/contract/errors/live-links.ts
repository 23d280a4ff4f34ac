/** Errors of live links. */
import { defineErrors } from "./define-errors.ts";
import { quote } from "./wording.ts";

export const liveLinkErrors = defineErrors({
  liveLinkNotFound: {
    status: 404,
    code: "live_link_not_found",
    message: "Live link not found. It may have expired or been revoked. Ask its owner for a new one.",
  },
  liveExchangeNotFound: {
    status: 404,
    code: "exchange_not_found",
    param: "exchange_id",
    message: ({ id }: { id: string }) =>
      `\`exchange_id\` must name a resumable response of this key that is still stored; got ${quote(id, 64)}. Send the request with \`x-gateway-keep: events\`.`,
    sample: { id: "req_1" },
  },
  liveLinksOff: {
    status: 403,
    code: "public_shares_off",
    message: "Live links are turned off on this gateway, as are all pages that are read without a key.",
  },
  liveLinksNeedScope: {
    status: 403,
    code: "public_shares_off",
    message: "Live links need a key with the `publish` scope. Use another key.",
  },
  liveResponseGone: {
    status: 410,
    code: "live_response_gone",
    message:
      "The response of this link is no longer stored on this instance. It can be watched until five minutes after its end.",
  },
  liveResponseNotBegun: {
    status: 503,
    code: "live_response_not_begun",
    headers: { "retry-after": "1" },
    message: "The response of this link has not begun. Try again in a second.",
  },
  liveLinkFull: {
    status: 429,
    code: "live_link_full",
    headers: { "retry-after": "10" },
    message: "Too many people watch this response at the moment. Try again in 10 seconds.",
  },
  liveLinkRevoked: {
    status: 410,
    code: "live_link_revoked",
    message: "This link was revoked, or its owner’s key no longer works. Ask for a new one.",
  },
  liveLinkExpired: {
    status: 410,
    code: "live_link_expired",
    message: "This link has expired. Ask its owner for a new one.",
  },
  liveWatcherSlow: {
    status: 408,
    code: "live_watcher_slow",
    message: "The connection was too slow to follow this response. Open the link again.",
  },
  liveResponseCut: {
    status: 502,
    code: "live_response_cut",
    message: "The response cannot be read further: it was cut, or this connection fell behind. Open the link again.",
  },
});
