/** Errors of stored conversations. */
import { defineErrors } from "./define-errors.ts";
import { quote } from "./wording.ts";

export const conversationErrors = defineErrors({
  conversationStoreOff: {
    status: 403,
    code: "conversations_not_stored",
    message:
      "This gateway does not store conversations. Its operator can set `conversations.store` to true in the config file.",
  },
  conversationNotFound: {
    status: 404,
    code: "conversation_not_found",
    message: ({ id }: { id: string }) =>
      `You have no conversation with the ID ${quote(id)}. GET /api/conversations lists them.`,
    sample: { id: "5f2c8e1ab0d94c7e83aa12f0" },
  },
  conversationRemoved: {
    status: 410,
    code: "conversation_removed",
    param: "revision",
    message: ({ id }: { id: string }) =>
      `The conversation ${quote(id)} was removed for good. To store it again, write with \`revision\` 0.`,
    sample: { id: "5f2c8e1ab0d94c7e83aa12f0" },
  },
  conversationNotInTrash: {
    status: 409,
    code: "conversation_not_in_trash",
    message: ({ id }: { id: string }) =>
      `The conversation ${quote(id)} is not in the trash. Move it there with DELETE first.`,
    sample: { id: "5f2c8e1ab0d94c7e83aa12f0" },
  },
  conversationChanged: {
    status: 409,
    code: "conversation_changed",
    param: "revision",
    message: ({ current, base }: { current: number; base: number }) =>
      `\`revision\` is ${base}, and the stored conversation has revision ${current}: it was changed meanwhile. Read it, merge both, and write with \`revision\` ${current}.`,
    sample: { current: 8, base: 7 },
  },
  conversationTooLarge: {
    status: 413,
    code: "conversation_too_large",
    param: "content",
    message: ({ limit, bytes }: { limit: number; bytes: number }) =>
      `\`content\` must have at most ${limit} bytes as JSON; got ${bytes}. Remove messages, or begin a new conversation.`,
    sample: { limit: 8_388_608, bytes: 9_000_000 },
  },
});
