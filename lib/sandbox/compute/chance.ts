/** Chance: dice, coins, numbers and picks, from the request's seed, which the answer names. */
import { createRandom } from "../random.ts";

export function decideByChance(question: string, seed: number): string | undefined {
  if (question.length > 300) return undefined;
  const random = createRandom(seed);
  const drawn = draw(question, (below) => random.integer(below));
  return (
    drawn &&
    `**${drawn}**\n\nDrawn with the seed ${seed} of this request: the same request draws the same. Set \`seed\` for another.`
  );
}

function draw(question: string, integer: (below: number) => number): string | undefined {
  const range =
    /\brandom (?:whole )?(?:number|integer)\b.*?\b(?:between|from)\s+(-?\d{1,12})\s*(?:and|to|-)\s*(-?\d{1,12})/i.exec(
      question,
    );
  if (range) {
    const [low, high] = [Number(range[1]), Number(range[2])].sort((left, right) => left - right) as [number, number];
    return String(low + integer(high - low + 1));
  }
  if (/^(?:please |give me |pick |choose |generate )*an? random (?:number|integer)\W*$/i.test(question))
    return String(1 + integer(100));
  const dice = /\b(?:roll|throw)\b.*?\b(?:(\d{1,2}|two|three)\s+)?(?:dice|die|d(\d{1,3}))\b/i.exec(question);
  if (dice) {
    const count = Math.max(1, Number({ two: 2, three: 3 }[dice[1]?.toLowerCase() ?? ""] ?? dice[1] ?? 1));
    const rolls = Array.from({ length: count }, () => 1 + integer(Math.max(2, Number(dice[2] ?? 6))));
    return count === 1 ? String(rolls[0]) : `${rolls.join(" + ")} = ${rolls.reduce((sum, roll) => sum + roll, 0)}`;
  }
  if (/\b(?:flip|toss)\b.*\bcoin\b|\bheads or tails\b/i.test(question)) return integer(2) === 0 ? "Heads" : "Tails";
  const pick =
    /^(?:please |can you )*(?:pick|choose|select)\b(?: one| randomly| between| from| of| out of|:)*\s+(?:for me )?(.+?)[?.!]*$/i.exec(
      question,
    )?.[1];
  const items = pick?.split(/\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+/).filter(Boolean) ?? [];
  return items.length > 1 && items.every((item) => item.length <= 40) ? items[integer(items.length)] : undefined;
}
