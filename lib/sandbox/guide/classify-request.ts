/**
 * Decides first of all what a request is: small talk, about Parlance, something that can be computed, something that
 * only a prepared sample can show, or about the outside world. Only a question about Parlance searches the guides.
 */
import { computeAnswer } from "../compute/compute-answer.ts";
import type { Wording } from "../responses/wording.ts";
import { chooseSample, type Sample } from "../samples/choose-sample.ts";
import { findMentions } from "../text/mentions.ts";
import { denyFeature, findAbsentFeature } from "./absent-features.ts";
import { type Finding, findInDocumentation, isAboutProduct } from "./find-in-documentation.ts";
import { type Hit, openLibrary } from "./library.ts";
import { findProductFact } from "./product-facts.ts";
import { answerSmallTalk } from "./small-talk.ts";
import { answerAboutStatus } from "./status-answer.ts";

export type Request =
  | { kind: "small-talk" | "fact" | "absent" | "computed"; text: string }
  | { kind: "documented"; finding: Finding; hits: [Hit, ...Hit[]] }
  | { kind: "sample"; sample: Sample }
  /** About Parlance, and no guide says anything about it. */
  | { kind: "unmentioned"; finding: Finding }
  | { kind: "outside"; finding: Finding };

export type ClassifyContext = {
  /** The user's message before this one; "" without one. */
  previous: string;
  wording: Wording;
  seed: number;
  now: Date;
  /** Tools that a coding agent offers; undefined for other clients. */
  agentTools?: readonly string[] | undefined;
};

/** Names of the product. An agent's user means their own project, unless they say one. */
const NAMES_PRODUCT = /\b(?:parlance|sandbox|x-gateway\S*|(?:the|this|your|model) gateway)\b/i;

/** Topics of the outside world, whose words the guides use in passing. */
const OUTSIDE =
  /\b(weather|forecast|temperature (in|outside)|news|headlines|stock price|president|prime minister|population|recipe|movie|film recommendation|football|soccer|world cup|bitcoin|horoscope|translate|meaning of life|black holes?|universe|god|lose weight|doctor|medicine|girlfriend|boyfriend|invest|dinner|lunch|breakfast|history of|(?:convert|exchange|change) .*(?:euros?|dollars?|pounds|yen|francs)|who (is|was|won|invented|discovered|wrote|painted)|how (old|tall|far|deep|high) (is|are|was)|when (was|did|is) (?!.*\b(request|key|video|file|stream|row|token)))\b/i;
const CREATIVE =
  /^(?:please |can you |could you |help me )*(?:write|draft|compose|generate|plan|brainstorm|suggest|invent|summari[sz]e|rewrite|improve|fix|correct|translate|recommend)\b/i;

const OPENING = "^(?:so |and |but |hi |hello |hey |ok )*";
/** Questions whether this program can do something. */
const ASKS_OF_IT = new RegExp(
  `${OPENING}(?:(?:does|can|is|has|will|could|would|should) (?:it|this|that|parlance)\\b|is there (?:an?|any) \\w)`,
  "i",
);
/** Questions how to do something, which may be about anything. */
const ASKS_HOW = new RegExp(
  `${OPENING}(?:can|could|may|should|do|must|how (?:do|can|should)|where (?:do|can)|what (?:do|can|should|happens)|why (?:do|can't|does|is|are)|which \\w+ (?:can|should|do)) (?:i|we|my|our|the|a|an|some|it|this|when|if|at)\\b`,
  "i",
);

/** Limit in characters on what is compared with patterns: longer text is material, not a question. */
const LONGEST_QUESTION = 400;

export function classifyRequest(question: string, context: ClassifyContext): Request {
  const { previous, seed, now } = context;
  const isForeign = context.agentTools !== undefined && !NAMES_PRODUCT.test(question);
  const known = question.length > LONGEST_QUESTION ? undefined : recognise(question, context.wording);
  if (known && (known.kind === "small-talk" || !isForeign)) return known;
  const computed = computeAnswer(question, { seed, now });
  if (computed !== undefined) return { kind: "computed", text: computed };
  const aboutProduct = isAboutProduct(question);
  const sample = chooseSample(question, { seed, isAboutProduct: aboutProduct });
  // An agent's user who names a file wants work on that file.
  if (sample && !(isForeign && findMentions(question).paths.length > 0)) return { kind: "sample", sample };
  const finding = findInDocumentation(question, previous);
  if (isForeign) return { kind: "outside", finding };
  const head = finding.query.slice(0, LONGEST_QUESTION);
  if (!aboutProduct && (OUTSIDE.test(head) || CREATIVE.test(head))) return { kind: "outside", finding };
  const [best, ...others] = finding.hits;
  const isAboutThis = aboutProduct || ASKS_OF_IT.test(question) || (ASKS_HOW.test(question) && finding.nearest);
  // One word that no guide has is enough to be about something else.
  if (best && (finding.unknown.length === 0 || (finding.isUnsure && isAboutThis)))
    return { kind: "documented", finding, hits: [best, ...others] };
  return { kind: isAboutThis ? "unmentioned" : "outside", finding };
}

/** Returns a request whose answer is written beforehand. */
function recognise(question: string, wording: Wording): Request | undefined {
  const smallTalk = answerSmallTalk(question, wording);
  if (smallTalk !== undefined) return { kind: "small-talk", text: smallTalk };
  const fact = findProductFact(question)?.answer ?? answerAboutStatus(question, openLibrary());
  if (fact !== undefined) return { kind: "fact", text: fact };
  const absent = CREATIVE.test(question) ? undefined : findAbsentFeature(question);
  return absent && { kind: "absent", text: denyFeature(absent) };
}
