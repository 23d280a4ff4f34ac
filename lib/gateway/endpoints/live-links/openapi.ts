/** OpenAPI operations of `/api/live`. */
import { z } from "zod";
import { JSON_ERRORS, KEY_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { events, example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { createdLiveLinkSchema, createLiveLinkSchema, liveLinkSchema, liveStateSchema } from "./schema.ts";

const liveId = pathParameter("live_id", "Its id, as the list names it.", "live_0123456789abcdef");
const secret = pathParameter(
  "live_id",
  "Last part of the link's address: the secret, not the id.",
  "0123456789abcdefghijklmnopqrstuv",
);

const SHOWN =
  "It shows the events of the response and the name of its model: no request, header or key. It needs no key.";
const WATCH_ERRORS = [
  "liveLinkNotFound",
  "liveResponseGone",
  "sharedStreamsUnreachable",
] as const satisfies Operation["errors"];

export const createLiveLink: Operation = {
  id: "createLiveLink",
  tag: TAGS.live,
  summary: "Make a link to watch a response",
  description:
    "Makes a link by which anyone watches a resumable response at `/live/{secret}`, from its beginning and while it is written. Only the key that sent the request may make one, and it needs the scope `publish` or `admin`, unless the configuration allows public pages to all keys or to none. The secret is returned only here. Links count in the key's quota of shares. A response can be watched until five minutes after its end.",
  key: "bearer",
  body: json(createLiveLinkSchema, {
    hour: example("A link for an hour", { exchange_id: "req_3f1c9a5be2", expires_in: 3_600 }),
  }),
  replies: { 201: { description: "The link.", content: json(createdLiveLinkSchema) } },
  errors: [
    ...KEY_ERRORS,
    ...JSON_ERRORS,
    "liveExchangeNotFound",
    "liveLinksOff",
    "liveLinksNeedScope",
    "quotaOfItemsExceeded",
    "quotaOfBytesExceeded",
    "sharedStreamsUnreachable",
  ],
};

export const listLiveLinks: Operation = {
  id: "listLiveLinks",
  tag: TAGS.live,
  summary: "List your live links",
  description: "Returns the links of this key that have not expired, newest first, at most 100. They have no secret.",
  key: "bearer",
  replies: {
    200: {
      description: "The links.",
      content: json(z.looseObject({ object: z.literal("list"), data: z.array(liveLinkSchema) })),
    },
  },
  errors: KEY_ERRORS,
};

export const revokeLiveLink: Operation = {
  id: "revokeLiveLink",
  tag: TAGS.live,
  summary: "Revoke a live link",
  description: "For the key that made it, and for the admin key. Everybody who watches by it is disconnected at once.",
  key: "bearer",
  parameters: [liveId],
  replies: { 204: { description: "The link no longer works." } },
  errors: [...KEY_ERRORS, "liveLinkNotFound"],
};

export const readLiveState: Operation = {
  id: "readLiveState",
  tag: TAGS.live,
  summary: "Read the state of a watched response",
  description: `Returns whether the response goes on, and in which API format its events are. ${SHOWN}`,
  key: "none",
  parameters: [secret],
  replies: { 200: { description: "The state.", content: json(liveStateSchema) } },
  errors: WATCH_ERRORS,
};

export const watchLive: Operation = {
  id: "watchLive",
  tag: TAGS.live,
  summary: "Watch a response",
  description: `Sends the response from its beginning, and goes on while it is written. ${SHOWN} The number of watchers changes nothing for the provider. A watcher that leaves bytes unread for a minute, or falls behind what is stored of a very long response, is disconnected. An event \`gateway.live_ended\` with a \`code\` and a \`message\` ends a stream early.`,
  key: "none",
  parameters: [secret],
  replies: {
    200: {
      description: "The response; `x-exchange-status` has its status.",
      content: { ...events(z.unknown()), ...json(z.unknown()) },
    },
  },
  errors: [
    ...WATCH_ERRORS,
    "liveLinkFull",
    "liveResponseNotBegun",
    "resumableStopped",
    "resumableLost",
    "liveLinkRevoked",
    "liveLinkExpired",
    "liveWatcherSlow",
    "liveResponseCut",
  ],
};
