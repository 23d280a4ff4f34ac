/** Samples of plans, lists and comparisons. */
import type { SampleKind } from "./sample.ts";

export const PLANNING: readonly SampleKind[] = [
  {
    name: "travel plan",
    asked:
      /\b(?:itinerar(?:y|ies)|trip|travel|holiday|vacation|weekend|days? in)\b.*\b(?:plan|itinerary|ideas?|trip)?\b/i,
    samples: [
      {
        text: "| Day | Morning | Afternoon | Evening |\n|---|---|---|---|\n| 1 | Walk the old town | Viewpoint and tram | Dinner by the river |\n| 2 | Museum, before the queue | Market and a long lunch | Concert or a quiet bar |\n| 3 | Boat or bicycle out of town | Beach or park | Pack, one last ice cream |\n\nLeave one slot a day empty: the best things have no ticket.",
      },
    ],
  },
  {
    name: "meal plan",
    asked: /\b(?:meal|diet|food) plan\b|\bmeals? for (?:a|the|this) week\b/i,
    samples: [
      {
        text: "| Day | Lunch | Dinner |\n|---|---|---|\n| Monday | Lentil soup | Pasta with spinach |\n| Tuesday | Rest of the soup | Baked potatoes, curd, salad |\n| Wednesday | Rice bowl with egg | Vegetable curry |\n| Thursday | Rest of the curry | Omelette, bread, tomatoes |\n| Friday | Couscous salad | Pizza |",
      },
    ],
  },
  {
    name: "workout plan",
    asked: /\b(?:workout|training|exercise|fitness) (?:plan|routine|schedule)\b/i,
    samples: [
      {
        text: "| Day | What | How long |\n|---|---|--:|\n| Monday | Brisk walk or easy run | 30 min |\n| Wednesday | Squats, push-ups, rows: 3 × 10 | 25 min |\n| Friday | Easy run, last 5 min faster | 30 min |\n| Sunday | Stretching | 15 min |\n\nAdd two minutes or one repetition a week, not more.",
      },
    ],
  },
  {
    name: "study plan",
    asked: /\b(?:study|learning|lesson) (?:plan|schedule)\b|\bplan to (?:learn|study)\b/i,
    samples: [
      {
        text: "1. **Week 1:** overview. Read one introduction, write down ten questions.\n2. **Weeks 2 and 3:** practice. Thirty minutes a day, one small exercise each.\n3. **Week 4:** a project that you can finish in a weekend.\n4. **Week 5:** explain it to somebody. Where you stumble, read again.",
      },
    ],
  },
  {
    name: "project plan",
    asked:
      /\b(?:project|marketing|business|launch|migration|rollout|week(?:ly)?|daily) (?:plan|schedule|roadmap)\b|\bplan (?:for|of) (?:an? |my |our |the )?(?:project|launch|week|day|migration)\b|\bplan (?:my|our) (?:week|day)\b/i,
    samples: [
      {
        text: "| Phase | Result | Weeks |\n|---|---|--:|\n| Discover | Ten interviews, one page of findings | 2 |\n| Design | Clickable draft, tested with five people | 2 |\n| Build | First version behind a switch | 4 |\n| Launch | Switch on for 10 %, then all | 1 |\n| Learn | What we keep, change, remove | 1 |\n\n**Risk:** the build waits for one decision on data. Make it in week 2.",
      },
    ],
  },
  {
    name: "checklist",
    asked: /\b(?:check ?lists?|to-?do lists?|packing lists?)\b/i,
    samples: [
      {
        text: "- [ ] Passport, tickets, cards\n- [ ] Charger and adapter\n- [ ] Medicine\n- [ ] Three sets of clothes, one warm layer\n- [ ] Water bottle\n- [ ] Keys to somebody you trust",
      },
    ],
  },
  {
    name: "meeting agenda",
    asked: /\bagendas?\b/i,
    samples: [
      {
        text: "**Weekly, 30 minutes**\n\n1. What changed since last week (5)\n2. Decision: one database or two (15)\n3. Who needs help (5)\n4. Next steps with names and dates (5)",
      },
    ],
  },
  {
    name: "recipe",
    asked: /\brecipes?\b|\bhow (?:do|to|can) (?:i |you )?(?:make|cook|bake) (?:pancakes|pasta|bread|pizza|cake|soup)/i,
    samples: [
      {
        text: "**Pancakes for two**\n\n- 150 g flour, 250 ml milk, 2 eggs, a pinch of salt\n- butter for the pan\n\n1. Whisk everything until smooth; rest it for ten minutes.\n2. Melt some butter over medium heat.\n3. Bake thin pancakes, a minute on each side.",
      },
    ],
  },
  {
    name: "comparison",
    asked:
      /\bpros (?:and|&) cons\b|\b(?:compare|comparison|advantages|differences?)\b.*\b(?:and|vs\.?|versus|to|with|of|or|between)\b/i,
    yieldsToDocs: true,
    samples: [
      {
        topic: /\b(remote|office|home)\b/i,
        text: "| | Remote | Office |\n|---|---|---|\n| Focus | long stretches, if home is quiet | interrupted, but help is near |\n| Meetings | short, written down | easy, often unwritten |\n| Belonging | needs effort | comes by itself |\n| Cost | a desk at home | rent and commute |\n\n**In short:** remote for deep work, office for beginnings.",
      },
      {
        text: "| | Option A | Option B |\n|---|---|---|\n| Price | lower to start | lower after a year |\n| Effort | little | some at first |\n| Freedom | bound to one vendor | can be moved |\n| Support | around the clock | community |\n\n**In short:** A for a trial, B to stay.",
      },
    ],
  },
  {
    name: "list of interview questions",
    asked: /\binterview questions?\b/i,
    samples: [
      {
        text: "1. What did you build last that you would build differently now?\n2. How do you find out that you are wrong?\n3. Tell me about a disagreement that ended well.\n4. What do you do in the first week on an unknown code base?\n5. What should we have asked you?",
      },
    ],
  },
  {
    name: "user story",
    asked: /\buser stor(?:y|ies)\b|\bacceptance criteria\b/i,
    samples: [
      {
        text: "**As a** support agent **I want** to see a customer's last three orders beside the ticket **so that** I need not ask for the number.\n\n- Orders are listed newest first, with date and state.\n- A customer without orders gets “No orders yet”.\n- The list appears within a second.",
      },
    ],
  },
  {
    name: "quiz",
    asked: /\b(?:quiz(?:zes)?|trivia|multiple[- ]choice)\b/i,
    samples: [
      {
        text: "1. Which planet is closest to the sun? **a)** Venus **b)** Mercury **c)** Mars\n2. How many sides has a hexagon? **a)** five **b)** six **c)** eight\n3. Which gas do plants take in? **a)** oxygen **b)** nitrogen **c)** carbon dioxide\n\n*1 b, 2 b, 3 c*",
      },
    ],
  },
];
