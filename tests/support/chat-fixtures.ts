/** Small openai-chat replies in the real shape (wire-formats §1), for tests and benchmarks. */

export type ChatAnswer = {
  model?: string;
  text: string;
};

const ID = "chatcmpl-stub";
const CREATED = 1_700_000_000;

/** The body of a non-stream reply. */
export function chatReply({ model = "stub-model", text }: ChatAnswer) {
  return {
    id: ID,
    object: "chat.completion",
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: text, refusal: null },
        logprobs: null,
        finish_reason: "stop",
      },
    ],
    usage: usageOf(text),
    service_tier: "default",
    system_fingerprint: "fp_stub",
  };
}

/** The SSE frames of a streamed reply: role, one frame for each word, finish, usage, `[DONE]`. */
export function chatFrames({ model = "stub-model", text }: ChatAnswer): string[] {
  const chunk = (fields: Record<string, unknown>) =>
    sseFrame({
      id: ID,
      object: "chat.completion.chunk",
      created: CREATED,
      model,
      system_fingerprint: "fp_stub",
      ...fields,
    });
  const choice = (delta: Record<string, unknown>, finishReason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] });
  return [
    choice({ role: "assistant", content: "", refusal: null }),
    ...wordsOf(text).map((content) => choice({ content })),
    choice({}, "stop"),
    chunk({ choices: [], usage: usageOf(text) }),
    "data: [DONE]\n\n",
  ];
}

export function sseFrame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Counts each word as a token. */
function usageOf(text: string) {
  const completion = wordsOf(text).length;
  return { prompt_tokens: 9, completion_tokens: completion, total_tokens: 9 + completion };
}

function wordsOf(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [];
}
