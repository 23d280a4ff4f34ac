/** A kind of text that the sandbox shows samples of. */
export type SampleKind = {
  /** Name in the label, such as `haiku`. */
  name: string;
  /** Words of a request for this kind. */
  asked: RegExp;
  /** True for a kind that the docs have, too, such as code: not shown for a request about Parlance. */
  yieldsToDocs?: boolean;
  /** The first one whose topic is in the request is shown, else one by the seed. */
  samples: readonly { topic?: RegExp; text: string }[];
};

export function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trim()}\n\`\`\``;
}
