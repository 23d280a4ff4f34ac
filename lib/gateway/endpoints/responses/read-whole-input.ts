/** Expands the input of a request that continues stored responses or names their items (wire-formats §2.2, §2.7). */
import type { ResponsesItem, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { isOwnId as isInteraction } from "#lib/dialects/google-interactions/index.ts";
import { expandInput, listReferencedIds, readInputItems } from "#lib/dialects/openai-responses/read-input-items.ts";
import { errors } from "#lib/http/errors.ts";
import type { StoredResponse } from "#lib/store/stored-response.ts";
import { openCompactions } from "./compaction-seal.ts";
import { isRunning, listOutputItems, parseResponse } from "./response-object.ts";
import type { InputSources } from "./stored-form.ts";

export type WholeInput = {
  /** Request with the items of the responses that it continues, and the items that it names. */
  expanded: ResponsesRequest;
  /** Returns the request's own items, each complete and with an id. */
  ownItems(): ResponsesItem[];
};

/**
 * Only for responses that the gateway writes: a relayed request goes to the upstream that stores them.
 * @throws GatewayError 400 for responses that are not stored here, or not yet complete, and for a compaction item that
 * cannot be opened
 */
export async function readWholeInput(
  wire: ResponsesRequest,
  { keyId, responses, sealer }: InputSources,
): Promise<WholeInput> {
  if (wire.conversation != null) {
    throw errors.conversationsNotStored();
  }
  const items = await findReferencedItems(wire, { keyId, responses, sealer });
  const resolveItem = (id: string) => items.get(id);
  const own = items.size > 0 || listReferencedIds(wire).length > 0 ? expandInput(wire, { resolveItem }) : wire;
  const previousId = wire.previous_response_id;
  const expanded =
    previousId == null
      ? own
      : expandInput(own, {
          resolveItem,
          previousItems: await readChain(previousId, { keyId, responses, sealer }),
        });
  let ownItems: ResponsesItem[] | undefined;
  return {
    expanded: openCompactions(expanded, sealer),
    ownItems() {
      ownItems ??= readInputItems(own);
      return ownItems;
    },
  };
}

async function findReferencedItems(
  wire: ResponsesRequest,
  { keyId, responses }: InputSources,
): Promise<Map<string, ResponsesItem>> {
  const items = new Map<string, ResponsesItem>();
  const itemIds = listReferencedIds(wire);
  if (itemIds.length === 0) return items;
  for (const stored of await responses.findByItems({ itemIds, keyId })) {
    for (const item of listOutputItems(parseResponse(stored))) items.set(String(item.id), item);
  }
  return items;
}

/** Returns input and output of the response and of all that it continues, oldest first. */
async function readChain(previousId: string, { keyId, responses }: InputSources): Promise<ResponsesItem[]> {
  const turns: ResponsesItem[][] = [];
  for (let id: string | null = previousId; id !== null; ) {
    const stored: StoredResponse | undefined = isInteraction(id) ? undefined : await responses.find({ id, keyId });
    if (!stored)
      throw id === previousId
        ? errors.previousResponseNotFound({ id })
        : errors.earlierResponseNotFound({ id: previousId, missing: id });
    const response = parseResponse(stored);
    if (isRunning(response)) throw errors.previousResponseRunning({ id });
    turns.push([...(JSON.parse(stored.input) as ResponsesItem[]).map(toSentForm), ...listOutputItems(response)]);
    id = stored.previousId;
  }
  return turns.reverse().flat();
}

/** Converts a message with one text part to plain text, which every upstream accepts; it is stored in parts. */
function toSentForm(item: ResponsesItem): ResponsesItem {
  if (item.type !== "message" || !("content" in item) || !Array.isArray(item.content)) return item;
  const [part, ...more] = item.content as Record<string, unknown>[];
  const isText = part?.type === "input_text" && more.length === 0 && Object.keys(part).length === 2;
  return isText ? { ...item, content: String(part.text) } : item;
}
