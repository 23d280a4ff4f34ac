import { buildSearchIndex } from "../_model/build-search-index.ts";
import { GUIDE_NAMES } from "../_model/guide-groups.ts";
import { readGuide } from "../_model/read-guide.ts";

export const dynamic = "force-static";

export function GET(): Response {
  return Response.json(buildSearchIndex(GUIDE_NAMES.map(readGuide)));
}
