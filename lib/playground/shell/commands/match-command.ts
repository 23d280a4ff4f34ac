/** Scores how well typed text matches a command. */
import type { Command } from "./command.ts";

/**
 * Greater is better, 0 is no match. Every typed word must match: best at the start of the label's words, then inside
 * them, in keywords and the group, and last as letters of the label in order ("nch" for New chat).
 */
export function matchCommand({ label, group, keywords = "", detail = "" }: Command, query: string): number {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const name = label.toLowerCase();
  const further = `${keywords} ${group} ${detail}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const score = Math.max(scoreLabel(name, word), scoreWords(further, word));
    if (score === 0) return 0;
    sum += score;
  }
  if (words.length === 0) return 1;
  // The shorter of two equal matches wins: "Images" before "Copy as images".
  return sum / words.length + 1 / (1 + name.length);
}

function scoreLabel(name: string, word: string): number {
  if (name === word) return 120;
  const place = name.indexOf(word);
  if (place === 0) return 100;
  if (startsAWord(name, word)) return 80;
  if (place > 0) return 50;
  return getInitials(name).startsWith(word) ? 45 : scoreLetters(name, word);
}

function scoreWords(text: string, word: string): number {
  if (startsAWord(text, word)) return 40;
  return text.includes(word) ? 20 : 0;
}

function startsAWord(text: string, word: string): boolean {
  for (let place = text.indexOf(word); place >= 0; place = text.indexOf(word, place + 1)) {
    if (place === 0 || !/[\p{L}\p{N}]/u.test(text[place - 1] ?? "")) return true;
  }
  return false;
}

const getInitials = (name: string): string =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word[0] ?? "")
    .join("");

/** Scores letters in order from the start of a word; scattered letters score less, and far apart ones 0. */
function scoreLetters(name: string, word: string): number {
  if (word.length < 2) return 0;
  const starts = [...name.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => index);
  const spreads = starts.flatMap((start) => measureSpread(name, word, start) ?? []);
  const spread = Math.min(...spreads);
  return spread > word.length * 2 ? 0 : 10 / (1 + spread / word.length);
}

/**
 * Returns the number of other letters between those of `word`, from `start` on; undefined when not all of them occur.
 */
function measureSpread(name: string, word: string, start: number): number | undefined {
  if (name[start] !== word[0]) return undefined;
  let place = start;
  for (const letter of word.slice(1)) {
    place = name.indexOf(letter, place + 1);
    if (place < 0) return undefined;
  }
  return place - start + 1 - word.length;
}
