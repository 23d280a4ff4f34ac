/** Errors of responses of a provider that cannot be read. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors, type ErrorDefinition } from "./define-errors.ts";
import { count, quote, sentence } from "./wording.ts";

type Provider = { /** Its name in the config. */ provider: string };

const SAMPLE = { provider: "openai" };
const MALFORMED = { status: 502, code: "upstream_malformed" } as const;
/** The reader of a dialect does not know which provider it reads from. */
const UNREADABLE = { ...MALFORMED, type: "upstream_error" } as const;

/** @param what the provider sent, as in "a response that is not JSON" @param remedy what to do next */
const sent = (what: string, remedy: string): ErrorDefinition<Provider> => ({
  ...MALFORMED,
  message: ({ provider }) => `Provider ${quote(provider)} sent ${what}. ${remedy}`,
  sample: SAMPLE,
});

const sentMoreThan = (what: string): ErrorDefinition<Provider & { /** In bytes. */ limit: number }> => ({
  ...MALFORMED,
  message: ({ provider, limit }) =>
    `Provider ${quote(provider)} sent ${what} larger than ${formatBytes(limit)}. Request less output.`,
  sample: { ...SAMPLE, limit: 64 * 1024 * 1024 },
});

const CHECK_FORMAT = "Check its base URL and `dialects`.";
const RETRY = "Retry the request.";

const EXCESS = {
  depth: "nested deeper than",
  fields: "with an object of more fields than",
  values: "with more values than",
};
type Excess = { kind: keyof typeof EXCESS; limit: number };

const sentExcess = (what: string): ErrorDefinition<Provider & Excess> => ({
  ...MALFORMED,
  message: ({ provider, kind, limit }) =>
    `Provider ${quote(provider)} sent ${what} ${EXCESS[kind]} the limit of ${count(limit)}. Request less output.`,
  sample: { ...SAMPLE, kind: "depth", limit: 200 },
});

/** @param missing such as "`choices`" */
const replyWithout = (missing: string) => ({
  ...UNREADABLE,
  message: `The provider's response has no ${missing}. Check its base URL and \`dialects\`.`,
});

export const upstreamReplyErrors = defineErrors({
  upstreamReplyUnreadable: sent("a response that cannot be read", CHECK_FORMAT),
  upstreamReplyNotJson: sent("a response that is not JSON", CHECK_FORMAT),
  upstreamReplyTooLarge: sentMoreThan("a response"),
  upstreamReplyExcessive: sentExcess("a response"),
  upstreamEventUnreadable: sent("an event that cannot be read", CHECK_FORMAT),
  upstreamEventTooLarge: sentMoreThan("an event"),
  upstreamEventExcessive: sentExcess("an event"),
  upstreamStreamTooLarge: sentMoreThan("a stream"),
  upstreamStreamEmpty: sent("an empty body instead of an event stream", CHECK_FORMAT),
  upstreamTooManyBlocks: {
    ...MALFORMED,
    message: ({ provider, limit }: Provider & { limit: number }) =>
      `Provider ${quote(provider)} sent more than ${count(limit)} blocks of text and tool calls. Request less output.`,
    sample: { ...SAMPLE, limit: 4_096 },
  },
  upstreamBodyUnexpected: {
    ...MALFORMED,
    message: ({
      provider,
      got,
      expected,
      status,
      excerpt,
    }: Provider & {
      got: string;
      expected: string;
      status: number /** Beginning of the body, or "". */;
      excerpt: string;
    }) =>
      `Provider ${quote(provider)} returned ${got} (status ${status}) instead of ${expected}. Check its base URL.${excerpt && ` The body begins: ${sentence(excerpt)}`}`,
    sample: { ...SAMPLE, got: "an HTML page", expected: "an event stream", status: 200, excerpt: "Welcome to nginx!" },
  },
  upstreamSchemaNotMet: {
    ...MALFORMED,
    code: "upstream_schema_not_met",
    message: ({ provider, problem }: Provider & { /** Place and keyword. */ problem: string }) =>
      `Provider ${quote(provider)} gave no JSON that is valid under your schema, in two attempts: ${sentence(problem)} Simplify the schema.`,
    sample: { ...SAMPLE, problem: "`/ages/0` breaks `type`" },
  },
  upstreamFieldUnreadable: {
    ...UNREADABLE,
    message: ({ provider }: Provider) =>
      `Provider ${quote(provider)} sent a response with a field of the wrong type. Check its base URL and \`dialects\`.`,
    sample: SAMPLE,
  },
  upstreamEncodingUnknown: {
    ...MALFORMED,
    message: ({ provider, encoding }: Provider & { encoding: string }) =>
      `Provider ${quote(provider)} used the unknown content-encoding ${quote(encoding, 40)}. Turn off its compression.`,
    sample: { ...SAMPLE, encoding: "snappy" },
  },
  upstreamCompressionBroken: sent("a body that cannot be decompressed", RETRY),
  upstreamPathLeaves: {
    ...MALFORMED,
    message: ({ provider }: Provider) =>
      `The request to provider ${quote(provider)} has a name that leads to another path. Check the model's name.`,
    sample: SAMPLE,
  },
  packageReplyUnreadable: {
    ...MALFORMED,
    message: ({ provider, reason }: Provider & { reason: string }) =>
      `Provider ${quote(provider)} sent a response that its package cannot read: ${sentence(reason)}`,
    sample: { ...SAMPLE, reason: "JSON parsing failed" },
  },
  chatReplyWithoutChoices: replyWithout("`choices`"),
  responsesReplyWithoutOutput: replyWithout("`output`"),
  messagesReplyWithoutContent: replyWithout("`content` blocks"),
  googleReplyWithoutCandidates: replyWithout("`candidates`"),
  interactionWithoutSteps: replyWithout("`steps`"),
  replyIndexOutOfBounds: {
    ...UNREADABLE,
    message: ({ reason }: { /** Rule that an index breaks. */ reason: string }) =>
      `The provider's response cannot be read: ${sentence(reason)}`,
    sample: { reason: "`choices[0].index` must be an integer between 0 and 127; got 1000000" },
  },
  eventIndexOutOfBounds: {
    ...UNREADABLE,
    message: ({ reason }: { /** Rule that an index breaks. */ reason: string }) =>
      `The provider sent an event that cannot be read: ${sentence(reason)}`,
    sample: { reason: "`choices[0].index` must be an integer between 0 and 127; got 1000000" },
  },
  eventNotJson: { ...UNREADABLE, message: "The provider sent an event that is not JSON. Check its `dialects`." },
  eventNotObject: {
    ...UNREADABLE,
    message: "The provider sent an event that is not a JSON object. Check its `dialects`.",
  },
  eventUnreadable: {
    ...UNREADABLE,
    message: "The provider sent an event that cannot be read. Check its `dialects`.",
  },
});
