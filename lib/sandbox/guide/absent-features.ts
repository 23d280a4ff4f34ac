/** Features that Parlance does not have: the one list from which the guide denies them. */

export type AbsentFeature = {
  /** Name in the sentence "Parlance has no …". */
  name: string;
  /** Words of a question about it. */
  asked: RegExp;
  /**
   * Sign of the feature in the code: a route, a setting, a field of a key or a file with such a name. A test fails when
   * there is one, since the feature then exists.
   */
  sign: RegExp;
  /** Next best that exists, with links. */
  instead: string;
};

export const ABSENT_FEATURES: readonly AbsentFeature[] = [
  {
    name: "SAML, LDAP or SCIM",
    asked: /\b(saml|ldap|scim|active directory)\b/i,
    sign: /\b(saml|ldap|scim)\b/i,
    instead: "People sign in through an [identity provider](/docs/people) by OpenID Connect.",
  },
  {
    name: "workspaces or tenants",
    asked: /\b(organi[sz]ations? accounts?|workspaces?|multi[- ]?tenan\w+)\b/i,
    sign: /\b(tenants?|workspaces?|organi[sz]ations?)\b/i,
    instead: "People belong to [teams](/docs/people#roles-and-teams), which share limits and budgets.",
  },
  {
    name: "vector store or knowledge base",
    asked: /\b(vector (store|database|db)s?|knowledge bases?)\b/i,
    sign: /\b(vector-?(?:stores?|databases?)|knowledge-?base)\b/i,
    instead: "You can make [embeddings](/docs/embeddings) and keep them in your own program.",
  },
  {
    name: "fine-tuning",
    asked: /\bfine[- ]?tun(e|ing)\b|\btrain (a|my|the|your) (own )?models?\b/i,
    sign: /fine-?tun/i,
    instead: "A model that you tuned elsewhere works as one of [its provider](/docs/providers)'s models.",
  },
  {
    name: "cache for questions that are only alike",
    asked: /\bsemantic(ally)? cach(e|es|ed|ing)\b/i,
    sign: /semantic-?cache/i,
    instead: "Exact repetitions can come from [a cache](/docs/response-cache).",
  },
  {
    name: "guardrails or content filters",
    asked:
      /\b(guard ?rails?|content (filters?|moderation)|moderation (api|endpoint)|pii (redaction|masking|detection)|(?:hide|mask|redact|anonymi[sz]e|remove|strip|filter) (?:personal|private|sensitive) (?:data|information)|(?:block|filter) (?:bad|harmful|unsafe) \w+)\b/i,
    sign: /guardrail|(?<!v1\/)moderation|pii/i,
    instead:
      "[A hook](/docs/hooks) lets a service of yours check and change requests and responses. What a provider filters, it [reports as the finish reason](/docs/streaming#finish-reasons).",
  },
  {
    name: "phone or desktop app",
    asked: /\b((mobile|phone|desktop|ios|android|iphone) apps?|app store|play store)\b/i,
    sign: /\b(electron|react-native|capacitor)\b/i,
    instead: "The pages work in the browser of [a phone](/docs/keyboard-shortcuts#phones-contrast-and-motion).",
  },
  {
    name: "plug-ins or connections to chat services",
    asked: /\b(?:plug-?ins?|(?:browser|chrome) extensions?|slack|discord|telegram|whatsapp|microsoft teams|zapier)\b/i,
    sign: /\b(?:plugins?|slack|discord|telegram)\b/i,
    instead: "Any program that takes a base URL can [use it](/docs/connect-an-sdk).",
  },
  {
    name: "language of its pages but English",
    asked:
      /\b(?:language|translat\w+|locali[sz]\w+)\b.*\b(?:interface|ui|pages?|menus?|playground|site)\b|\b(?:interface|ui|pages?|menus?|playground) in (?:german|french|spanish|another language|other languages|my language)\b/i,
    sign: /\b(?:i18n|locales?|(?<!audio\/)translations?)\b/i,
    instead: "The pages and the [docs](/docs) are in English; models answer in any language that they know.",
  },
  {
    name: "web search of its own",
    asked:
      /\b(can|does|do|could) (you|it|parlance|the sandbox)\b.*\b(search|browse|access|surf)\b.*\b(web|internet|online)\b/i,
    sign: /web-?search-?provider/i,
    instead: "A provider's own search tool passes through: [tools](/docs/tools).",
  },
];

export function findAbsentFeature(question: string): AbsentFeature | undefined {
  return ABSENT_FEATURES.find(({ asked }) => asked.test(question));
}

export function denyFeature({ name, instead }: AbsentFeature): string {
  return `**Parlance has no ${name} today.** ${instead}`;
}
