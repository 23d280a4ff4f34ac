/** `sandbox/long-<tokens>`: real Markdown of an exact length, to test clients with long responses. */
import { countTokens } from "#lib/prompts/count-tokens.ts";
import { runInSlices } from "#lib/prompts/run-in-slices.ts";
import { createRandom, type Random } from "../random.ts";

const SUBJECTS = ["gateway", "stream", "client", "upstream", "message", "token", "renderer", "request"] as const;
const VERBS = ["reads", "sends", "keeps", "measures", "closes", "opens", "splits", "joins"] as const;
const OBJECTS = ["the frame", "a header", "every chunk", "the body", "one event", "its buffer", "the answer"] as const;
const ENDINGS = ["at once", "in order", "without waiting", "before the next one", "as the contract says"] as const;

/** Each of these is one token after a space, in o200k_base. */
const FILLER =
  "and so the text goes on for as long as it was asked to and then it stops at the very last word of this line".split(
    " ",
  );

/** Blocks end in an empty line and begin with a visible character, where the tokenizer splits: their counts add up. */
export async function writeLongText(tokens: number): Promise<string> {
  const blocks: string[] = [];
  await runInSlices(longBlocks(tokens).map((block) => blocks.push(block)));
  return blocks.join("");
}

function* longBlocks(tokens: number): Generator<string, void, void> {
  const random = createRandom(tokens);
  let left = tokens;
  for (let number = 1; ; number++) {
    const block = `${makeBlock(number, random)}\n\n`;
    const size = countTokens(block);
    // The last words fill the difference, one token each.
    if (size > left) break;
    yield block;
    left -= size;
  }
  yield fillerOf(left);
}

function fillerOf(tokens: number): string {
  const words = Array.from({ length: tokens }, (_, index) => FILLER[index % FILLER.length]);
  return words.join(" ");
}

function makeBlock(number: number, random: Random): string {
  const section = Math.ceil(number / 6);
  switch (number % 6) {
    case 1:
      return `## ${section}. How the ${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${random.pick(OBJECTS)}`;
    case 2:
      return [1, 2, 3, 4].map(() => sentence(random)).join(" ");
    case 3:
      return [1, 2, 3].map(() => `- **${random.pick(SUBJECTS)}**: ${sentence(random)}`).join("\n");
    case 4:
      return table(random);
    case 5:
      return code(section, random);
    default:
      return `> ${sentence(random)} See \`${random.pick(SUBJECTS)}.${random.pick(VERBS)}()\` and *${random.pick(OBJECTS)}*.`;
  }
}

function sentence(random: Random): string {
  return `The ${random.pick(SUBJECTS)} ${random.pick(VERBS)} ${random.pick(OBJECTS)} ${random.pick(ENDINGS)}.`;
}

function table(random: Random): string {
  const rows = [1, 2, 3].map(
    (row) => `| ${row} | ${random.pick(SUBJECTS)} | ${random.integer(900) + 100} ms | ${random.pick(ENDINGS)} |`,
  );
  return ["| # | Part | Time | Remark |", "|--:|---|--:|---|", ...rows].join("\n");
}

function code(section: number, random: Random): string {
  const subject = random.pick(SUBJECTS);
  return [
    "```ts",
    `// Section ${section}: ${sentence(random)}`,
    `for await (const chunk of ${subject}.chunks({ limit: ${random.integer(64) + 1} })) {`,
    `  ${subject}.${random.pick(VERBS)}(chunk);`,
    "}",
    "```",
  ].join("\n");
}
