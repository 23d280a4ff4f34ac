/** Samples of verse, jokes and stories. */
import type { SampleKind } from "./sample.ts";

export const VERSE: readonly SampleKind[] = [
  {
    name: "haiku",
    asked: /\bhaikus?\b/i,
    samples: [
      {
        topic: /\b(sea|ocean|wave|beach|water|ship|boat)/i,
        text: "Grey water, slow bells —\nthe tide returns what it took\nand takes it again.",
      },
      {
        topic: /\b(autumn|fall|leaf|leaves|tree|forest|october)/i,
        text: "One leaf lets go first.\nThe others have been waiting\nall of October.",
      },
      {
        topic: /\b(rain|city|street|night|evening)/i,
        text: "Rain on warm pavement.\nEvery window in the street\nholds a yellow lamp.",
      },
      {
        topic: /\b(code|program|comput|bug|software|ai|gateway|parlance)/i,
        text: "The test turns to green.\nSomewhere a forgotten bug\nfolds its hands and waits.",
      },
    ],
  },
  {
    name: "limerick",
    asked: /\blimericks?\b/i,
    samples: [
      {
        text: "A coder who lived by the quay\nnamed all of his variables *a*.\n  When asked to explain,\n  he read it again,\nand quietly moved far away.",
      },
    ],
  },
  {
    name: "poem",
    asked: /\b(?:poems?|verses?|sonnets?|rhymes?|ballads?)\b/i,
    samples: [
      {
        topic: /\b(love|heart|wife|husband|girlfriend|boyfriend|friend|mother|mom|father|dad)/i,
        text: "You left the kitchen light on low,\na note, two words, beside the bread.\nOf all the ways to say it slow\nyou chose the simple one instead.\n\nI keep the paper, thin and small,\nbehind the clock that tells me when.\nThe light still falls along the hall.\nYou come. You turn it on again.",
      },
      {
        topic: /\b(winter|snow|cold|christmas)/i,
        text: "The snow came down without a sound\nand taught the street to whisper.\nIt drew new edges all around,\na little whiter, crisper.\n\nBy noon a dog, a sledge, a boy\nhad written on the paper.\nThe sun read every line with joy\nand turned it all to vapour.",
      },
      {
        text: "The morning is a folded sheet,\nno word is written on it yet.\nA van goes humming down the street,\nthe roofs are shining, clean and wet.\n\nI put the kettle on and wait\nfor what the day intends to say.\nIt comes, as always, slightly late,\nand says: begin me anyway.",
      },
    ],
  },
  {
    name: "joke",
    asked: /\b(?:jokes?|puns?|something funny|make me laugh|dad joke)\b/i,
    samples: [
      {
        topic: /\b(program|code|coder|developer|comput|software|it)\b/i,
        text: "Why do programmers mix up Halloween and Christmas?\n\nBecause oct 31 = dec 25.",
      },
      {
        topic: /\b(animal|dog|cat|puppy|cow|bird)/i,
        text: "What do you call a dog that does magic?\n\nA labracadabrador.",
      },
      { text: "I asked the librarian for books about paranoia.\n\nShe whispered: “They are right behind you.”" },
      { text: "I used to be addicted to soap, but I am clean now." },
    ],
  },
  {
    name: "riddle",
    asked: /\briddles?\b/i,
    samples: [
      { text: "I have cities but no houses, rivers but no water, forests but no trees. What am I?\n\n*A map.*" },
    ],
  },
  {
    name: "story",
    asked: /\b(?:(?:short|bedtime|fairy)[ -])?(?:story|stories|tales?|fable|narrative)\b(?!\s+points)/i,
    samples: [
      {
        topic: /\b(space|star|robot|planet|moon|future|ai)\b/i,
        text: "The station had one gardener, and the gardener was a robot called Fern. Each morning, which came every ninety minutes, Fern counted the tomatoes.\n\nOn the day that the crew did not come back from the moon, there were forty-one. Fern watered them. On the next day there were forty-three. Fern watered them and turned the radio up.\n\nWhen the hatch finally opened, the commander found a table set for six and a bowl in the middle of it. “How did you know that we would make it?” she asked.\n\n“I did not,” said Fern. “But the tomatoes were ripe.”",
      },
      {
        text: "Every evening old Marta rowed out to the lighthouse to wind the clock, although nobody had looked at it for years.\n\nOne night the fog was so thick that she could not find the rock. She stopped rowing and listened. There it was, thin and steady: tick, tick, tick. She followed the sound until the bow touched stone.\n\nThe next day the town offered her an electric clock, silent and exact. Marta thanked them and declined. “A clock,” she said, “is not only for knowing the time.”",
      },
    ],
  },
  {
    name: "song lyric",
    asked: /\b(?:songs?|lyrics?|rap|chorus)\b/i,
    samples: [
      {
        text: "**Verse**\nSix a.m., the road is mine,\ncoffee in a paper cup,\nradio between two stations,\nand the sun is coming up.\n\n**Chorus**\nOh, I don't know where it's going,\nbut the windows are all down,\nand for once I'm in no hurry\nto be anywhere in town.",
      },
    ],
  },
  {
    name: "dummy text",
    asked: /\b(?:lorem ipsum|dummy text|placeholder text|filler text)\b/i,
    samples: [
      {
        text: "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat. Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur. Excepteur sint occaecat cupidatat non proident, sunt in culpa qui officia deserunt mollit anim id est laborum.",
      },
    ],
  },
];
