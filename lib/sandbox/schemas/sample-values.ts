/** Sample values for fields without a mention: plain words instead of random letters. */
import { spacedName } from "../text/field-candidates.ts";

const SAMPLES: [RegExp, string[]][] = [
  [/\b(name|person|author|customer|user|participant|attendee|owner)\b/, ["Alex Morgan", "Sam Rivera", "Kim Lindqvist"]],
  [/\b(city|location|place|town|venue)\b/, ["Oslo", "Lisbon", "Nairobi"]],
  [/\bcountry\b/, ["Norway", "Portugal", "Kenya"]],
  [/\b(street|address)\b/, ["12 Sample Street", "7 Example Road"]],
  [/\b(language|lang)\b/, ["en", "pt"]],
  [/\bcurrency\b/, ["EUR", "USD"]],
  [/\b(phone|telephone)\b/, ["+1-555-0100", "+1-555-0101"]],
  [/\b(colou?r)\b/, ["teal", "amber"]],
];

/** @param index counts the samples of one value, so that two of a kind differ */
export function stringSamples(name: string, index: number): string[] {
  const spaced = spacedName(name) || "text";
  const known = SAMPLES.find(([pattern]) => pattern.test(spaced))?.[1] ?? [];
  const first = known[index % Math.max(known.length, 1)];
  return [...(first === undefined ? [] : [first]), `Sample ${spaced} ${index + 1}`, `Sample ${spaced}`, "sample"];
}

/** A generated number made readable: whole, not negative, below a thousand, where that is valid. */
export function numberSamples(value: number): number[] {
  const whole = Math.round(Math.abs(value));
  return [whole % 100, whole % 1000, whole, Math.round(value), Math.round(value * 100) / 100].filter(
    (sample) => sample !== value,
  );
}
