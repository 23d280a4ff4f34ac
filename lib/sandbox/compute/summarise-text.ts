/** Extractive summary: the sentences of a text with its most frequent words, in their order. */
import { stemmedWords } from "../text/words.ts";

const ASKED = /\b(?:summari[sz]e|summary of|tl;?dr|key points|main points|shorten)\b/i;
const SHORTEST = 120;
const LONGEST = 50_000;

export function summariseText(question: string): string | undefined {
  if (question.length > LONGEST) return undefined;
  const head = question.slice(0, 160);
  if (!ASKED.test(head) && !ASKED.test(question.slice(-80))) return undefined;
  const text = question
    .replace(
      /^[^\n:.]{0,160}?\b(?:summari[sz]e|summary of|tl;?dr|key points|main points|shorten)\b[^\n:.]{0,60}(?::|\n|(?<=text|this|following)\s)/i,
      "",
    )
    .trim();
  const sentences = text
    .split(/(?<=[.!?])\s+(?=["“(\p{Lu}\d])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  if (text.length < SHORTEST || sentences.length < 3) return undefined;
  const wanted = /\bone sentence\b|\btl;?dr\b/i.test(head)
    ? 1
    : Math.min(5, Math.max(2, Math.round(sentences.length / 4)));
  const best = pickSentences(sentences, wanted);
  const isList = /\bpoints\b|\bbullets?\b/i.test(head);
  const summary = isList ? best.map((sentence) => `- ${sentence}`).join("\n") : best.join(" ");
  return `${summary}\n\n*${best.length} of ${sentences.length} sentences, chosen by word frequency and quoted unchanged.*`;
}

function pickSentences(sentences: string[], count: number): string[] {
  const frequency = new Map<string, number>();
  for (const word of sentences.flatMap(stemmedWords)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, index) => {
    const words = stemmedWords(sentence);
    const sum = words.reduce((total, word) => total + (frequency.get(word) ?? 0), 0);
    // The root keeps long sentences from winning; a text's first sentence usually says what it is about.
    return { index, score: (sum / Math.sqrt(words.length + 1)) * (index === 0 ? 1.3 : 1) };
  });
  const chosen = scored.sort((left, right) => right.score - left.score).slice(0, count);
  return chosen
    .map(({ index }) => index)
    .sort((left, right) => left - right)
    .map((index) => sentences[index] ?? "");
}
