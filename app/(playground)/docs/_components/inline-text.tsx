/** Text of the OpenAPI document with its inline code. */
export function InlineText({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
      <code key={index} className="break-words font-mono text-[0.92em] text-foreground">
        {part}
      </code>
    ),
  );
}
