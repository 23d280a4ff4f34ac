/** Sends a version of a prompt as code would: by its name, with the values of its variables. */
import { type ChatRun, startChatRun } from "#lib/playground/chat/chat-run.ts";
import type { TextRequest } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";

export type PromptRunOf = {
  id: string;
  /** Version, or undefined for the one that calls get. */
  version: number | undefined;
  /** Values by variable; those with a default may be empty. */
  values: Readonly<Record<string, string>>;
  /** Empty for the prompt's own. */
  model: string;
};

/** Returns the request of the Responses API; without a message, the prompt's own are all that it has. */
export function writePromptRequest({ id, version, values, model }: PromptRunOf): TextRequest {
  const given = Object.entries(values).filter(([, value]) => value !== "");
  return {
    path: "/v1/responses",
    body: {
      ...(model === "" ? {} : { model }),
      prompt: {
        id,
        ...(version === undefined ? {} : { version: String(version) }),
        variables: Object.fromEntries(given),
      },
      stream: true,
      store: false,
    },
  };
}

export function startPromptRun(of: PromptRunOf): ChatRun {
  return startChatRun({
    request: writePromptRequest(of),
    exchangeId: `prompt-${crypto.randomUUID()}`,
    answer: TEXT_DIALECTS.responses.createResponseReader({ saveFile: async () => {} }),
    onAccepted() {},
  });
}
