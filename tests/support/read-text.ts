/** @param onText is told all that has come so far, each time more comes */
export async function readText({ body }: Response, onText: (soFar: string) => unknown): Promise<string> {
  let text = "";
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    onText(text);
  }
  return text;
}
