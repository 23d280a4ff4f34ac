/** Samples of letters and messages. */
import type { SampleKind } from "./sample.ts";

export const LETTERS: readonly SampleKind[] = [
  {
    name: "cover letter",
    asked: /\b(?:cover letter|job application|application letter|motivation letter)\b/i,
    samples: [
      {
        text: "Dear hiring team,\n\nyour posting for a support engineer asks for somebody who can read logs and calm people down. I have done both for four years at a small hosting company, where I answered about thirty tickets a day and wrote the runbook that the night shift still uses.\n\nWhat draws me to you is that your engineers answer tickets themselves. I would like to work where the people who build the product hear what it does.\n\nI can start in January and would be glad to show you the runbook.\n\nKind regards,\nSam Rivera",
      },
    ],
  },
  {
    name: "letter of resignation",
    asked: /\b(?:resignation|resign|notice letter|quit(?:ting)? my job)\b/i,
    samples: [
      {
        text: "Dear Ms Lindqvist,\n\nI hereby resign from my position as of 31 January, in keeping with my notice period.\n\nThank you for six good years. I will document my projects by the middle of January and am happy to train whoever takes over.\n\nKind regards,\nKim Okafor",
      },
    ],
  },
  {
    name: "e-mail",
    asked:
      /(?<!\b(?:regex\w*|expression|pattern|validat\w+) (?:for |to match |of )?(?:an? )?)\be-?mails?\b|\bthank[- ]you (?:note|letter|card|message)\b|\b(?:reply|response) to (?:a|my|the) (?:customer|client|boss|landlord|colleague)\b/i,
    samples: [
      {
        topic: /\b(day off|holiday|vacation|leave|boss|manager|sick)/i,
        text: "**Subject: Day off on Friday 12 June**\n\nHi Dana,\n\nmay I take Friday 12 June off? My sister moves house that weekend. The release goes out on Wednesday, and Lee has agreed to watch the tickets on Friday.\n\nThank you!\nSam",
      },
      {
        topic: /\b(meeting|schedule|appointment|invite|call)\b/i,
        text: "**Subject: Thirty minutes about the rollout?**\n\nHello Priya,\n\ncould we meet for thirty minutes next week? I would like to decide with you when the pilot becomes the standard. Tuesday 10:00 or Thursday 15:00 would suit me.\n\nThe open questions are in the attached page, so that we can be quick.\n\nBest,\nSam",
      },
      {
        topic: /\b(sorry|apolog|customer|client|delay|complain)/i,
        text: "**Subject: Your order 10482 is late, and what we do about it**\n\nDear Mr Tanaka,\n\nyour order should have arrived on Monday. A pallet went to the wrong depot; that was our mistake, and I am sorry.\n\nIt is on its way again and will reach you on Thursday. We have refunded the shipping. If Thursday is too late, answer this mail and you get all of your money back today.\n\nKind regards,\nNora Becker",
      },
      {
        text: "**Subject: Thank you for yesterday**\n\nHello Alex,\n\nthank you for showing us the workshop yesterday. The part about repairing instead of replacing has stayed with all of us.\n\nWe would like to send two colleagues in spring. Is there a week that suits you?\n\nBest regards,\nSam",
      },
    ],
  },
  {
    name: "birthday message",
    asked:
      /\b(?:birthday(?! party)|congratulat\w+|anniversary)\b.*\b(?:message|wish(?:es)?|card|greeting|note|text|speech)?/i,
    samples: [
      {
        text: "Happy birthday! May this year bring you long evenings, short queues, and at least one day on which everything works the first time.",
      },
    ],
  },
  {
    name: "invitation",
    asked: /\binvitations?\b/i,
    samples: [
      {
        text: "**Summer evening in the yard**\n\nSaturday, 20 June, from six o'clock. We bring the grill and the long table; please bring something to put on either. If it rains, we move to the garage and pretend that it was the plan.\n\nLet us know by Wednesday whether you come. — Ida and Ben",
      },
    ],
  },
  {
    name: "letter",
    asked: /\b(?:letters?(?! (?:in|of|does|are))|complaint)\b(?=.*\b(?:to|for|about|from)\b)|\bcomplaint\b/i,
    samples: [
      {
        text: "Dear property management,\n\nsince 3 November the heating in flat 12 stays below 17 °C. I reported it by telephone on the 4th and on the 9th; nobody has come.\n\nPlease have it repaired by 20 November. Until then I reduce the rent by what the law allows.\n\nKind regards,\nMia Hoffmann",
      },
    ],
  },
  {
    name: "speech",
    asked: /\b(?:speech|toast|eulogy)\b(?!.to)/i,
    samples: [
      {
        text: "Dear friends,\n\nwhen Leo told me about Ada, he spoke for an hour and mentioned his bicycle only twice. I knew then that it was serious.\n\nYou two argue about maps and agree about everything that matters. May it stay like that. Please raise your glasses: to Ada and Leo!",
      },
    ],
  },
];
