/**
 * Compaction items that this gateway makes (wire-formats §2.8): their encrypted content has the items that stand for a
 * conversation, which only a gateway with the same secret key can read.
 */
import { COMPACTION_MARK } from "#lib/canonical/opaque.ts";
import type { ResponsesItem, ResponsesRequest } from "#lib/contract/openai-responses/wire.ts";
import { errors } from "#lib/http/errors.ts";
import type { ResponseServices } from "./background-responses.ts";

/** Limit on the encrypted content in characters, as the API's schema has it. */
const LONGEST = 10_485_760;
const PURPOSE = "compaction";

type Sealer = ResponseServices["sealer"];

/** @throws GatewayError 400 for items that are too long */
export function sealCompaction(items: readonly ResponsesItem[], sealer: Sealer): string {
  const sealed = COMPACTION_MARK + sealer.seal(JSON.stringify(items), PURPOSE);
  if (sealed.length > LONGEST) throw errors.compactionTooLarge({ limit: LONGEST });
  return sealed;
}

/**
 * Returns the request with the items that its compaction items stand for. Those of an upstream stay as they are.
 * @throws GatewayError 400 for one that was made with another secret key, or was changed
 */
export function openCompactions(wire: ResponsesRequest, sealer: Sealer): ResponsesRequest {
  const { input } = wire;
  if (!Array.isArray(input) || !input.some(isSealed)) return wire;
  const opened = input.flatMap((item, index) => (isSealed(item) ? openItem(item, index, sealer) : [item]));
  return { ...wire, input: opened } as ResponsesRequest;
}

type SealedItem = ResponsesItem & { encrypted_content: string };

function isSealed(item: ResponsesItem): item is SealedItem {
  if (item.type !== "compaction" && item.type !== "compaction_summary") return false;
  const { encrypted_content: content } = item as { encrypted_content?: unknown };
  return typeof content === "string" && content.startsWith(COMPACTION_MARK);
}

function openItem({ encrypted_content: content }: SealedItem, index: number, sealer: Sealer): ResponsesItem[] {
  try {
    return JSON.parse(sealer.open(content.slice(COMPACTION_MARK.length), PURPOSE)) as ResponsesItem[];
  } catch {
    throw errors.compactionUnreadable({ param: `input[${index}].encrypted_content` });
  }
}
