/** `GET /v1/files` and `/v1beta/files`: a key's files, in pages of each dialect. */
import { z } from "zod";
import { queryNumber } from "#lib/contract/wire-schema.ts";
import { createJsonResponse } from "#lib/gateway/bodies/json-response.ts";
import { parseQuery } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import { parseFileId, toFileId } from "#lib/media/file-id.ts";
import type { FileQuery, FileRecord } from "#lib/store/store.ts";
import { toAnthropicFile, toGoogleFile, toOpenAiFile } from "./file-shapes.ts";
import type { FilesContext } from "./files-context.ts";

type Page = { files: FileRecord[]; hasMore: boolean };
type PageQuery = Pick<FileQuery, "purpose" | "ids" | "order"> & { limit: number };

export function listFiles(context: FilesContext): Promise<EndpointResponse> {
  return LISTS[context.convention](context);
}

const LISTS: Record<FilesContext["convention"], (context: FilesContext) => Promise<EndpointResponse>> = {
  openai: listForOpenAi,
  anthropic: listForAnthropic,
  google: listForGoogle,
};

export const openAiQuery = z.object({
  purpose: z.string().min(1).optional().describe("Only files of this purpose."),
  limit: queryNumber(1, 10_000).default(10_000).describe("How many files a page has."),
  after: z.string().optional().describe("The id of the file behind which the page begins."),
  order: z.enum(["asc", "desc"]).default("desc").describe("Oldest or newest first."),
});

async function listForOpenAi(context: FilesContext): Promise<EndpointResponse> {
  const { purpose, limit, after, order } = validate(openAiQuery, parseQuery(context.request));
  const { files, hasMore } = await readPage(context, { purpose, limit, order }, { name: "after", id: after });
  return createJsonResponse({
    object: "list",
    data: files.map(toOpenAiFile),
    has_more: hasMore,
    first_id: readFileId(files[0]),
    last_id: readFileId(files.at(-1)),
  });
}

export const anthropicQuery = z.object({
  limit: queryNumber(1, 1_000).default(20).describe("How many files a page has."),
  after_id: z.string().optional().describe("Anthropic's API: the file after which the page begins."),
  before_id: z.string().optional().describe("Anthropic's API: the file before which the page ends."),
  page: z.string().optional().describe("Anthropic's API: `next_page` of the page before."),
});

/** Older SDKs page by `before_id` and `after_id`, newer ones by `page`. */
async function listForAnthropic(context: FilesContext): Promise<EndpointResponse> {
  const { limit, after_id, before_id, page } = validate(anthropicQuery, parseQuery(context.request));
  const ids = [...new URLSearchParams(context.request.query)]
    .filter(([name]) => name === "ids" || name === "ids[]")
    .map(([, id]) => parseFileId(id) ?? "");
  const query = { limit, ...(ids.length > 0 ? { ids } : {}) };
  const { files, hasMore } =
    before_id === undefined
      ? await readPage(
          context,
          { ...query, order: "desc" },
          { name: page === undefined ? "after_id" : "page", id: page ?? after_id },
        )
      : await readPage(context, { ...query, order: "asc" }, { name: "before_id", id: before_id });
  // Newest first in both directions.
  if (before_id !== undefined) files.reverse();
  return createJsonResponse({
    data: files.map(toAnthropicFile),
    has_more: hasMore,
    first_id: readFileId(files[0]),
    last_id: readFileId(files.at(-1)),
    next_page: hasMore && before_id === undefined ? readFileId(files.at(-1)) : null,
  });
}

export const googleQuery = z.object({
  pageSize: queryNumber(0, 1_000_000).optional().describe("How many files a page has: 10, and at most 100."),
  pageToken: z.string().optional().describe("What the page before gave as `nextPageToken`."),
});
const GOOGLE_PAGE = 10;
const LARGEST_GOOGLE_PAGE = 100;

/** No `nextPageToken` on the last page: an empty one makes the pager loop (wire-formats §4.7). */
async function listForGoogle(context: FilesContext): Promise<EndpointResponse> {
  const query = parseQuery(context.request);
  const { pageSize, pageToken } = validate(googleQuery, {
    pageSize: query.pageSize ?? query.page_size,
    pageToken: query.pageToken ?? query.page_token,
  });
  const { files, hasMore } = await readPage(
    context,
    { order: "desc", limit: Math.min(pageSize || GOOGLE_PAGE, LARGEST_GOOGLE_PAGE) },
    { name: "pageToken", id: pageToken || undefined },
  );
  return createJsonResponse({
    files: files.map((file) => toGoogleFile(file, context.request)),
    ...(hasMore ? { nextPageToken: files.at(-1)?.id } : {}),
  });
}

/**
 * @param cursor file before the page, and the parameter that names it
 * @throws GatewayError 400 when the file no longer exists
 */
async function readPage(
  { services, owner }: FilesContext,
  query: PageQuery,
  cursor: { name: string; id: string | undefined },
): Promise<Page> {
  const after =
    cursor.id === undefined
      ? undefined
      : await services.files.find(cursor.id, owner).catch((error: unknown) => {
          if (!GatewayError.isInstance(error) || error.status !== 404) throw error;
          throw errors.fileCursorNotFound({ param: cursor.name });
        });
  const found = await services.files.list({ ...query, after, limit: query.limit + 1 }, owner);
  return { files: found.slice(0, query.limit), hasMore: found.length > query.limit };
}

function readFileId(file: FileRecord | undefined): string | null {
  return file ? toFileId(file.id) : null;
}
