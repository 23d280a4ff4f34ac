/** Stores a page: its text as JSON, its images as files that are deleted with it. */
import {
  type GivenPart,
  LARGEST_WORDS,
  type SharedPage,
  type SharedPageInput,
  type SharedPart,
} from "#lib/contract/shared-page.ts";
import { errors } from "#lib/http/errors.ts";
import type { AssetService } from "#lib/media/asset-service.ts";

type Picture = Extract<SharedPart, { type: "picture" }>;

/** Limit on the images of a page, far more than a conversation has; each is a file. */
const MOST_PICTURES = 500;

/** @throws GatewayError 413 for more text or images than one page may have, 507 over the key's quota */
export async function storePage(
  page: SharedPageInput,
  { keyId, expiresAt }: { keyId: string; expiresAt: number },
  assets: Pick<AssetService, "save">,
): Promise<string> {
  const size = JSON.stringify(page, (key, value) => (key === "data" ? undefined : value)).length;
  if (size > LARGEST_WORDS) {
    throw errors.pageTooLong({ limit: LARGEST_WORDS, got: size });
  }
  const pictures = page.turns.flatMap((turn) => ("parts" in turn ? turn.parts : [])).filter(isPicture).length;
  if (pictures > MOST_PICTURES) throw errors.pageTooManyPictures({ limit: MOST_PICTURES, got: pictures });
  async function storePart(part: GivenPart): Promise<SharedPart> {
    if (part.type !== "picture") return part;
    const { data, ...picture } = part;
    const content = Buffer.from(data, "base64");
    const { id } = await assets.save({
      keyId,
      mediaType: picture.media_type,
      bytes: content.length,
      kind: "shares",
      expiresAt,
      content,
    });
    return { ...picture, id };
  }
  const turns: SharedPage["turns"] = [];
  for (const turn of page.turns) {
    turns.push("parts" in turn ? { ...turn, parts: await Promise.all(turn.parts.map(storePart)) } : turn);
  }
  return JSON.stringify({ ...page, turns } satisfies SharedPage);
}

function isPicture({ type }: GivenPart): boolean {
  return type === "picture";
}

export function listPictures({ turns }: SharedPage): Picture[] {
  return turns.flatMap((turn) => ("parts" in turn ? turn.parts.filter((part) => part.type === "picture") : []));
}
