/** A page as it is kept: its words as JSON, its pictures as files that go when it goes. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import { type GivenPage, type GivenPart, LARGEST_WORDS, type SharedPage, type SharedPart } from "./shared-page.ts";

type Picture = Extract<SharedPart, { type: "picture" }>;

/** @throws GatewayError 413 for more words than are kept of one */
export async function keepPage(
  page: GivenPage,
  { keyId, expiresAt }: { keyId: string; expiresAt: number },
  assets: Pick<AssetService, "keep">,
): Promise<string> {
  const size = JSON.stringify(page, (key, value) => (key === "data" ? undefined : value)).length;
  if (size > LARGEST_WORDS) {
    throw new GatewayError({
      status: 413,
      message: `The page has ${size} characters without its pictures: at most ${LARGEST_WORDS} are kept.`,
      code: "page_too_large",
      param: "page",
    });
  }
  async function keepPart(part: GivenPart): Promise<SharedPart> {
    if (part.type !== "picture") return part;
    const { data, ...picture } = part;
    const content = Buffer.from(data, "base64");
    const { id } = await assets.keep({
      keyId,
      mediaType: picture.media_type,
      bytes: content.length,
      expiresAt,
      content,
    });
    return { ...picture, id };
  }
  const turns: SharedPage["turns"] = [];
  for (const turn of page.turns) {
    turns.push("parts" in turn ? { ...turn, parts: await Promise.all(turn.parts.map(keepPart)) } : turn);
  }
  return JSON.stringify({ ...page, turns } satisfies SharedPage);
}

export function picturesOf({ turns }: SharedPage): Picture[] {
  return turns.flatMap((turn) => ("parts" in turn ? turn.parts.filter((part) => part.type === "picture") : []));
}
