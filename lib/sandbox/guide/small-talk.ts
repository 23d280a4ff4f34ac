/** Responses that need no search: greetings, courtesies, and questions about the guide itself. */
import type { Wording } from "../responses/wording.ts";
import { MARKDOWN_SHOWCASE } from "./markdown-showcase.ts";

type Topic = { asked: RegExp; answer(wording: Wording): string };

const TOPICS: Topic[] = [
  {
    asked:
      /^(hi|hello|hey|howdy|yo|hallo|hola|salut|bonjour|ciao|moin|servus|good (morning|evening|afternoon|day)|guten (tag|morgen|abend)|greetings|test|ping)\b[\s\p{P}\p{S}]*(there|all|everyone|again|world|guide|parlance|sandbox|you)?[\s\p{P}\p{S}]*$/iu,
    answer: greeting,
  },
  {
    asked:
      /^(many )?(thanks?( you)?( (very|so) much| a lot| for .{1,40})?|thx|ty|cheers|danke|merci|gracias)[\s\p{P}\p{S}]*$/iu,
    answer: (wording) => wording.pick(["You are welcome.", "Glad to help.", "Any time."]),
  },
  {
    asked:
      /^((?:good|great|nice|excellent) (?:job|work|one|answer|stuff)|well done|that (?:helped|helps|works|worked)|i (?:like|love) (?:it|this|that)|great|nice|cool|ok(ay)?|perfect|awesome|got it|i see|alright|fine|sure|good|wow|lol|haha|yes|no|yep|nope|hm+)[\s\p{P}\p{S}]*$/iu,
    answer: (wording) => wording.pick(["All right. What next?", "Good. What next?", "Noted. What next?"]),
  },
  {
    asked: /^((good)?bye|see you( later| soon)?|ciao|good night|farewell)[\s\p{P}\p{S}]*$/iu,
    answer: (wording) => wording.pick(["Goodbye!", "See you.", "Until next time."]),
  },
  {
    asked:
      /^(hi |hello |hey )?(how are you|how('s| is) it going|how do you do|what'?s up|how('s| is) your day|wie geht'?s?)\b[^.]{0,30}$/iu,
    answer: () =>
      "Running as I should: I am a small program, so every day is the same to me. What would you like to try?",
  },
  {
    asked:
      /\bmarkdown\b.*\b(render|show|demo|test|can|example|sample)\b|\b(show|render|demo|test|example|sample)\b.*\bmarkdown\b(?! table)/i,
    answer: () => MARKDOWN_SHOWCASE,
  },
  {
    asked:
      /\b(who|what) are you\b(?! (doing|talking))|\bwhat (model|llm) (are|is) (you|this)\b|\b(which|what) model (are you|am i|is this)\b|\bwhat (can|do) you do\b|\bwhat are you (able|capable)\b|\byour (name|capabilities|skills|abilities)\b|\bare you (an? )?(ai|human|real|llm|language model|(chat)?gpt\S*|claude|gemini|llama|(chat)?bot|robot|person|alive|conscious|sentient)\b|^(help|what now|what (?:can|should|could) i (?:do|ask|try)(?: you| here| first| now)?)[\s!?.]*$|\bhow (can|do) you help\b|\bhow do you work\b/i,
    answer: aboutMyself,
  },
  {
    asked:
      /^(?:no,? |but |hm+,? )?(?:you(?:'re| are)|that(?:'s| is| was)|this is|it(?:'s| is)) (?:so |very |totally |completely |just |really |pretty |a )*(?:wrong|useless|stupid|dumb|bad|terrible|awful|not (?:true|right|helpful|what i (?:asked|meant|wanted))|incorrect|boring|annoying|nonsense|joke|rubbish|crap)\b[^.]{0,30}$/i,
    answer: () =>
      "That may be: I match words and understand none. Ask in other words, [search the docs](/docs), or [connect a provider](/providers) for a language model.",
  },
  {
    asked:
      /^(?:i(?:'m| am| feel)) (?:so |very |really |a bit |just )*(?:bored|sad|tired|lonely|happy|fine|hungry|lost|confused|stuck|new here)\b[^.]{0,30}$/i,
    answer: () =>
      "Then take the [guided tour](/tour): eight prepared demonstrations, one click each. Or ask me *what can you do?*",
  },
  {
    asked:
      /^(?:can|do|will|could) you (?:remember|learn)\b(?: (?:things|me|this|that|us|everything|anything|from .{1,30}|what .{1,30}))?[\s!?.]*$/i,
    answer: () =>
      "Within a conversation I see all of its messages; from others I remember nothing, and I learn nothing. [Where conversations are saved](/docs/generate-content-page#where-conversations-are-saved)",
  },
  {
    asked:
      /^(tell me about yourself|introduce yourself|do you (like|love|feel|think|sleep|eat|dream)\b.*|i (love|like|hate) you\W*)$/i,
    answer: () => "I am a small program without opinions or feelings. Ask me *what can you do?*",
  },
];

/** Returns undefined for anything else. */
export function answerSmallTalk(question: string, wording: Wording): string | undefined {
  return TOPICS.find(({ asked }) => asked.test(question))?.answer(wording);
}

export function greeting(wording: Wording): string {
  const hello = wording.pick([
    "Hello! I am the **sandbox guide**, the model that is built into Parlance.",
    "Hi! You are talking to the **sandbox guide**, Parlance's built-in model.",
    "Welcome! I am the **sandbox guide**, the model that comes with Parlance.",
  ]);
  return `${hello} I work offline and without a key, and there is no language model behind me.

| Try | You see |
|---|---|
| *What is Parlance?* | an answer from the [docs](/docs) |
| *How do I stream in Python?* | code that runs as pasted |
| *15 % of 240*, *days until Christmas*, *sha256 of hello* | a real computation |
| *Write a haiku about the sea* | a labelled sample |
| an image, a PDF, tools or a JSON schema | measures, calls, valid JSON |

For everything else, [connect a provider](/providers).`;
}

function aboutMyself(wording: Wording): string {
  const opening = wording.pick([
    "I am the **sandbox guide**: a small program inside Parlance, **not a language model**.",
    "I am the **sandbox guide**. There is **no language model** here: I am a small program inside Parlance.",
  ]);
  return `${opening} The same request gets the same answer.

**I can**

- answer questions about Parlance, with links to the [docs](/docs)
- compute: arithmetic, units, dates, sorting, counting, hashes, encodings, tables
- tell you about this conversation, and measure what you attach
- call your tools and fill your JSON schemas, both valid
- show labelled samples of poems, e-mails or code

**I cannot** know the world, understand pictures, or write to order. For that, [connect a provider](/providers).`;
}
