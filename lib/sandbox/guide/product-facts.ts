/** Short answers to questions about Parlance that no section of the guides has as its subject. */

export type ProductFact = { asked: RegExp; answer: string };

const COMPARE =
  "Open [Compare](/compare): it sends one prompt to up to four models or APIs side by side, with times, tokens and cost.";

/** The first match answers; narrower questions come first. */
export const PRODUCT_FACTS: readonly ProductFact[] = [
  {
    asked:
      /\b(what|how much)\b.*\b(does|is|do|will|would)\b.*\b(parlance|it|this|that|the gateway|you)\b.*\bcosts?\b|\bhow much (is|for) (parlance|this|it)\b|\b(price|pricing|cost) of (parlance|this|the gateway)\b|\bis (parlance|this|it) (free|open[- ]?source|paid)\b|\b(what|which)(?:'s| is)? (?:the |its |your )?licen[cs]e\b|\bfree (?:trial|tier|version|plan)\b|\b(?:for free|without paying|free of charge|trial (?:version|period))\b|\bis there (?:a )?(?:subscription|paid|premium|enterprise)\b|^(pricing|licen[cs]e)\W*$|\b(parlance|it)('s| is)? licen[cs]ed?\b|\bdo i (have to|need to) pay\b/i,
    answer: `**Parlance is free and open source, under the MIT licence.** You run it yourself, and the sandbox costs nothing.

Providers that you connect bill you directly, at their prices. [Usage](/usage) shows that cost for each model and key; [how it is counted](/docs/usage#cost).`,
  },
  {
    asked:
      /\b(my|our|the|user|prompt|any) (data|prompts?|messages?|conversations?|chats?|questions?|information)\b.*\b(sent|send|go|goes|leaves?|leave|shared?|upload\w*|stored?|logged|saved|private|safe|secure|trained?)\b|\b(?:keep|store|save|log|see|read|record|remember|collect)s? what i (?:type|write|say|ask|enter)\b|\b(telemetry|phone home|tracking|privacy|gdpr|data protection|spy|analytics)\b|\bis (it|this|parlance) (private|safe|secure|gdpr)\b(?! to (?:expose|publish|put|run|delete|update))|\b(train|trained|training) on my\b|\bwhere (does|do|is) my data\b(?!.*\bdisk\b)|\bdo(es)? (you|it|parlance) (collect|store|keep|log|share) (my |any |our )?(data|prompts?|messages?)\b/i,
    answer: `**What you write to the sandbox stays on this machine, and Parlance has no telemetry.**

| With | Where it goes |
|---|---|
| the sandbox | nowhere; it works without a network |
| a provider that you connect | to that provider, and to nobody else |
| the request log | tokens, times and status; never prompts, responses or keys |
| conversations on these pages | your browser's own storage |

Provider keys are stored [encrypted](/docs/providers#where-api-keys-are-stored). More: [Request log](/docs/request-log).`,
  },
  {
    asked:
      /\bwho (made|built|created|wrote|develops?|developed|owns?|is behind|programmed|trained) (you|it|this|parlance|the sandbox)\b|\bwhere (do|did) you come from\b|\bwho(?:'s| is| are) (?:your|the) (?:makers?|creators?|authors?|developers?|programmers?)\b/i,
    answer: `**The authors of Parlance wrote me by hand.** I am the sandbox, a program inside the gateway; no language model was trained for it. Parlance is [open source](/docs/what-is-parlance) under the MIT licence.`,
  },
  {
    asked:
      /\b(what'?s|what is|anything) new\b|\b(change ?log|release notes|roadmap)\b(?!.*\b(for|about|of) (?!parlance))/i,
    answer: `**I have no list of changes.** What Parlance can do today is in [What works today](/docs/what-is-parlance#what-works-today).`,
  },
  {
    asked:
      /\b(?:add|adds|cause|causes|introduce|much)\b.*\b(?:latency|overhead|delay)\b|\bwhat(?:'s| is) (?:the|its|your) (?:\w+ )?(?:latency|overhead|throughput|performance)\b|\b(?:latency|overhead|throughput)\b.*\b(?:parlance|gateway|it)\b|\bhow (?:many|much) (?:requests?|traffic|load|users)\b.*\b(?:per second|handle|at once|cope|take)\b|\b(?:requests|rps|qps) (?:per|a) second\b|\bhow (?:fast|quick|efficient) is (?:parlance|the gateway)\b|\b(?:benchmarks?|performance) (?:of|for) (?:parlance|the gateway)\b/i,
    answer: `**Little: a relayed stream's first byte comes well under a millisecond later, and one core relays about 12,000 requests a second.** Translating between two APIs costs more processor time, but not a second of waiting.

\`npm run bench\` measures both on your machine. [What is counted as latency](/docs/usage#what-is-counted) · [Several instances](/docs/operations#several-instances)`,
  },
  {
    asked:
      /\bhow (fast|quick|slow) (are|is) (you|it|the sandbox|this)\b|\bwhy are you (so )?(slow|fast)\b|\byour speed\b/i,
    answer: `**I stream at about 80 tokens a second on purpose, so that you see the stream.** The [pace](/docs/sandbox#pace-of-the-sandbox) can be changed or turned off. The line under each response has its real times.`,
  },
  {
    asked:
      /\bdo you (speak|understand|know|support) (german|french|spanish|italian|portuguese|dutch|chinese|japanese|russian|polish|other languages|any other language|\w+ish)\b|\b(which|what|how many) (human |natural )?languages do you (speak|understand|know|support)\b|\bcan you (speak|answer in|write in) (german|french|spanish|italian|portuguese|dutch|chinese|japanese|russian|polish|another language)\b/i,
    answer: `**I answer in English only.** I recognise questions about Parlance in German, French and Spanish, and I can say hello and some other phrases in ten languages: ask *say hello in 5 languages*. A [connected model](/providers) speaks the rest.`,
  },
  {
    asked:
      /\b(litellm|lite llm|bifrost|portkey|open ?webui|librechat|openrouter|helicone|langfuse)\b(?=.*\b(vs|versus|compared?|better|difference|differ|alternative|instead|or)\b)|\b(vs|versus|compared? (to|with)|better than|different from|differ from|alternative to|instead of)\b.*\b(litellm|lite llm|bifrost|portkey|open ?webui|librechat|openrouter|helicone|langfuse)\b|\bwhy (should i use |use )?parlance\b/i,
    answer: `**Parlance's own strength: any client reaches any provider, and you see every byte.**

- Same API on both sides: requests and responses pass through byte for byte.
- Different APIs: they are translated, and each ignored field is named in [\`x-gateway-dropped\`](/docs/headers#x-gateway-dropped).
- The [inspector](/docs/inspector) shows each event with its time, on both sides of a translation.

People sign in [through your identity provider](/docs/people), or with keys.`,
  },
  {
    asked:
      /\b(?:is|are) (?:it|this|you|parlance)\b.*\b(?:like|same as) (?:chatgpt|claude|gemini|copilot)\b|\b(?:different from|instead of|alternative to|replace|replacement for|clone of|better than) (?:chatgpt|copilot)\b/i,
    answer: `**No: Parlance is not a model, it is the way to all of them.** Programs and people send requests to one address, and Parlance passes them to OpenAI, Claude, Gemini or a server of yours.

Its [Chat](/chat) page works like such a chat once [a provider is connected](/providers); conversations stay in your browser. [What is Parlance?](/docs/what-is-parlance)`,
  },
  {
    asked:
      /\bcompare\b.*\b(gpt|chatgpt|claude|gemini|llama|mistral|models?|openai|anthropic)\b|\b(gpt|chatgpt|claude|gemini|llama|mistral|openai|anthropic)\S*( \S+)? (vs\.?|versus|or|and) (gpt|chatgpt|claude|gemini|llama|mistral|openai|anthropic)\b.*\b(better|best|difference|smarter|faster|compare)|\b(which|what)('s| is)? (the )?(model|llm|ai)\b.*\b(better|best|smartest|fastest|cheapest|recommend)|\b(gpt|chatgpt|claude|gemini)\S* (vs\.?|versus) \S+|\bwhich is better\b.*\b(gpt|claude|gemini)/i,
    answer: `${COMPARE} [Connect the providers](/providers) of both models first. I have no opinion on models: the sandbox is none.`,
  },
  {
    asked:
      /^(?:please |can you |could you |i want (?:you to )?|i'd like (?:you to )?)*(?:make|draw|paint|create|generate|show|give|sketch|design|render)\b.{0,30}\b(pictures?|images?|photos?|drawings?|paintings?|logos?|illustrations?|icons?|wallpapers?)\b(?! (?:api|endpoint|request|model|url|page|file|with (?:python|curl|javascript)))|^(?:please |can you |could you )*(?:draw|paint|sketch)\b/i,
    answer: `**This page answers in text. Open [Images](/images) and enter the same words:** the built-in painter draws offline, in two to five seconds, and edits what it drew.

In code it is [one request](/docs/images#generate-an-image) to \`/v1/images/generations\`.`,
  },
  {
    asked:
      /^(?:please |can you |could you |i want (?:you to )?)*(?:make|create|generate|render|film|shoot)\b.{0,30}\b(videos?|films?|movies?|clips?|animations?)\b(?! (?:api|endpoint|request|with (?:python|curl|javascript)))/i,
    answer: `**This page answers in text. Open [Videos](/videos) and enter the same words:** the built-in renderer makes clips of 4, 8 or 12 seconds offline.

In code it is [one request](/docs/videos#create-a-video) to \`/v1/videos\`.`,
  },
  {
    asked:
      /\b(does|do|can|will|is)\b.*\b(work|works|run|runs|usable|available|you|it|parlance)\b.*\b(offline|without (the )?internet|air[- ]?gapped|without (a )?network)\b/i,
    answer: `**Yes.** The gateway, its pages, this sandbox, the painter and the renderer work without a network and without a key. Only models of remote providers need one; [Ollama](/docs/providers#connect-ollama) on your desk does not.`,
  },
  {
    asked: /\b(self[- ]?host\w*|on[- ]?prem\w*|host it myself|deploy (it|parlance|this)|docker|kubernetes|k8s|helm)\b/i,
    answer: `**You host it yourself: with npm, a container, Docker Compose, Kubernetes or systemd.** State is in one folder (\`DATA_DIR\`) or in Postgres and an S3 store.

[Deploy Parlance](/docs/deploy) · [Quick start](/docs/quick-start) · [Configuration](/docs/configuration) · [Stopping the server](/docs/configuration#stopping-the-server)`,
  },
];

export function findProductFact(question: string): ProductFact | undefined {
  return PRODUCT_FACTS.find(({ asked }) => asked.test(question));
}
