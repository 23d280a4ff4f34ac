/** Samples of public texts. */
import type { SampleKind } from "./sample.ts";

export const MARKETING: readonly SampleKind[] = [
  {
    name: "tweet",
    asked: /\b(?:tweets?|x post|toots?|social media posts?|instagram captions?|captions?)\b/i,
    samples: [
      {
        topic: /\b(parlance|gateway|llm|api)\b/i,
        text: "One address for every model. Call Claude from the OpenAI SDK, a local model from Anthropic's, and read in a header what got lost on the way. That is Parlance, on your own machine.",
      },
      { text: "We deleted 4,000 lines this week and nothing broke. Best release of the year." },
    ],
  },
  {
    name: "LinkedIn post",
    asked: /\blinked-?in\b/i,
    samples: [
      {
        text: "Last month our error page was the most visited page of our product.\n\nWe did not redesign it. We read every message on it aloud and rewrote those that nobody understood: what is wrong, what to do next, one link.\n\nSupport tickets fell by a third. Words are interface, too.",
      },
    ],
  },
  {
    name: "slogan",
    asked: /\b(?:slogans?|tag ?lines?|mottos?|claims? for)\b/i,
    samples: [
      {
        topic: /\b(coffee|cafe|café|bakery|restaurant|food|bar)\b/i,
        text: "- Mornings, solved.\n- The short way to a good day.\n- Roasted slowly. Missed quickly.",
      },
      { text: "- Simply works. Simply lasts.\n- Less noise, more done.\n- Made for the second look." },
    ],
  },
  {
    name: "list of names",
    asked:
      /\b(?:names?|name ideas?|domain names?)\b.*\b(?:company|startup|start-up|business|product|app|brand|band|team|shop|store|podcast|blog|baby|character|project|cafe|café|restaurant)\b|\b(?:company|startup|brand|product|band|team|project|baby|app) names?\b/i,
    samples: [
      { text: "1. Northlight\n2. Tandem & Co\n3. Papercrane\n4. Quiet Harbour\n5. Ninefold\n6. Juniper Works" },
    ],
  },
  {
    name: "product description",
    asked:
      /\bproduct (?:description|text|copy|page)\b|\bad(?:vert(?:isement)?)?\b(?: copy| text)? for\b|\bdescription (?:of|for) (?:an? |my )?product\b/i,
    samples: [
      {
        topic: /\b(shoe|sneaker|boot|jacket|shirt|bag|backpack|cloth)/i,
        text: "**Fjell 28, the backpack for two seasons**\n\n28 litres, 890 grams, one pocket where you expect it. The fabric was a fishing net once and keeps rain out for as long as you can stand it. Straps can be replaced without tools; spare parts cost what a coffee costs.",
      },
      {
        text: "**The Halo desk lamp**\n\nLight where you read, and nowhere else. Halo dims with a turn of its head, remembers your evening, and uses five watts. Aluminium, two metres of cotton cable, ten years of spare parts.",
      },
    ],
  },
  {
    name: "set of release notes",
    asked: /\brelease notes\b|\bchange ?log entr(?:y|ies)\b/i,
    samples: [
      {
        text: "## 2.4.0\n\n**New**\n- Search finds words in attachments.\n- Exports have a column for the time zone.\n\n**Fixed**\n- A long title no longer hides the menu on phones.\n- Signing in twice in one second does not fail any more.\n\n**Changed**\n- `limit` is at most 500; larger values get an error that says so.",
      },
    ],
  },
  {
    name: "press release",
    asked: /\bpress release\b/i,
    samples: [
      {
        text: "**Harbour Library opens at night**\n\n*Gullhaven, 4 May.* From June the Harbour Library is open until midnight on weekdays. Readers let themselves in with their card; two librarians stay until ten.\n\n“Half of our town works late,” says director Ingrid Dahl. “Books should wait for them.” The trial runs for six months and is paid for by the town's savings bank.",
      },
    ],
  },
  {
    name: "blog post",
    asked: /\b(?:blog(?: post)?|article|essay|newsletter)\b/i,
    samples: [
      {
        text: "# Why we write the error message first\n\nWhen we add a feature, we begin with the sentence that a user reads when it fails. It sounds backwards. It is the fastest design review that we know.\n\nA sentence such as “The file could not be processed” admits that we do not know what we promise. “The file has 12 columns; at most 10 are supported” is a specification.\n\nSo we write ten of these sentences, read them aloud, and only then open the editor. What cannot be said clearly usually should not be built.",
      },
    ],
  },
  {
    name: "review",
    asked: /\b(?:write|draft|compose|generate)\b.*\breviews?\b/i,
    samples: [
      {
        text: "**Four of five.** The kettle boils a litre in three minutes and pours without dripping. The lid needs two hands, hence the missing star. After a year of daily use: no rust, no wobble.",
      },
    ],
  },
  {
    name: "short biography",
    asked: /\b(?:bio|biography|about me)\b/i,
    samples: [
      {
        text: "Kim Lindqvist builds tools for people who write. Before that Kim repaired pianos, which also had eighty-eight things that could be slightly off. Lives in Malmö with two bicycles.",
      },
    ],
  },
];
