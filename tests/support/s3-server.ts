/**
 * Small S3 server in memory, for tests: checks each request's signature and the hash of its body, has objects, ranges,
 * conditions, lists and multipart uploads, and fails when it is told to.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type StoredObject = { bytes: Buffer; etag: string; modified: Date };
type Upload = { key: string; started: Date; parts: Map<number, StoredObject> };

export type S3Request = { method: string; key: string; query: URLSearchParams };

/** Fault in place of the answer, or in it. */
export type S3Fault =
  | { status: number; code: string }
  | "html"
  /** The answer never comes. */
  | "silent"
  /** The connection ends after half of the answer's body, or before an answer without one. */
  | "drop"
  /** The request is carried out, and the connection ends before its answer. */
  | "drop answer";

export type S3Server = {
  url: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Keys and bytes of all objects. */
  objects: Map<string, StoredObject>;
  uploads: Map<string, Upload>;
  /** Requests so far. */
  requests: S3Request[];
  /** Decides about each request. */
  fail: (request: S3Request) => S3Fault | undefined;
  close(): Promise<void>;
};

const PAGE = 3;
const SMALLEST_PART = 5 * 1024 * 1024;
const HTML = "<!DOCTYPE html><html><body><h1>Sign in to the network</h1><br></body></html>";

class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

type Answer = { status?: number; headers?: Record<string, string>; body?: Buffer | string };

export async function startS3Server({ bucket = "blobs-of-tests" } = {}): Promise<S3Server> {
  const credentials = { accessKeyId: "AKIDTESTTESTTEST", secretAccessKey: "secret-of-the-test-bucket-0123456789" };
  const server = createServer((request, response) => {
    serve(request, response).catch((error) => {
      response.destroy();
      throw error;
    });
  });
  const state: Omit<S3Server, "url" | "close"> = {
    ...{ bucket, region: "eu-test-1", credentials },
    objects: new Map(),
    uploads: new Map(),
    requests: [],
    fail: () => undefined,
  };

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", "http://s3");
    const [, name = "", ...rest] = url.pathname.split("/").map(decodeURIComponent);
    const request = { method: incoming.method ?? "GET", key: rest.join("/"), query: url.searchParams };
    const body = await readBody(incoming);
    if (!body) return;
    state.requests.push(request);
    const fault = state.fail(request);
    if (fault === "silent") return;
    if (fault === "html") return send(response, { headers: { "content-type": "text/html" }, body: HTML }, request);
    let answer: Answer;
    try {
      if (fault === "drop" && request.method !== "GET") return void response.destroy();
      if (typeof fault === "object") throw new S3Refusal(fault.status, fault.code);
      checkSignature(incoming, body, state);
      if (name !== state.bucket) throw new S3Refusal(404, "NoSuchBucket");
      answer = act({ ...request, headers: incoming.headers, body }, state);
    } catch (error) {
      if (!(error instanceof S3Refusal)) throw error;
      const text = `<Error><Code>${error.code}</Code><Message>${error.code} by the test</Message></Error>`;
      answer = { status: error.status, headers: { "content-type": "application/xml" }, body: xml(text) };
    }
    if (fault === "drop answer") return void response.destroy();
    send(response, answer, request, fault === "drop");
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

/** @returns undefined when the request was cut */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks = await Array.fromAsync(incoming as AsyncIterable<Buffer>).catch(() => undefined);
  return chunks && Buffer.concat(chunks);
}

function send(response: ServerResponse, answer: Answer, { method }: S3Request, cut = false): void {
  const body = Buffer.from(answer.body ?? "");
  response.writeHead(answer.status ?? 200, { "content-length": body.length, ...answer.headers });
  if (method === "HEAD") response.end();
  else if (cut) response.write(body.subarray(0, body.length / 2), () => response.destroy());
  else response.end(body);
}

type Action = S3Request & { headers: IncomingMessage["headers"]; body: Buffer };

function act(action: Action, state: Pick<S3Server, "objects" | "uploads">): Answer {
  const { method, key, query } = action;
  if (key === "") {
    if (method === "HEAD") return {};
    if (method === "GET" && query.has("uploads")) return listUploads(query, state);
    if (method === "GET" && query.get("list-type") === "2") return listObjects(query, state);
  } else if (query.has("uploads") && method === "POST") {
    const id = randomUUID();
    state.uploads.set(id, { key, started: new Date(), parts: new Map() });
    return ok("InitiateMultipartUploadResult", `<Key>${key}</Key><UploadId>${id}</UploadId>`);
  } else if (query.has("uploadId")) return actOnUpload(action, state);
  else if (method === "PUT") return putObject(action, state);
  else if (method === "DELETE") {
    state.objects.delete(key);
    return { status: 204 };
  } else if (method === "GET" || method === "HEAD") return getObject(action, state);
  throw new S3Refusal(501, "NotImplemented");
}

function putObject({ key, headers, body }: Action, { objects }: Pick<S3Server, "objects">): Answer {
  if (headers["if-none-match"] === "*" && objects.has(key)) throw new S3Refusal(412, "PreconditionFailed");
  const object = createObject(body);
  objects.set(key, object);
  return { headers: { etag: object.etag } };
}

function createObject(bytes: Buffer): StoredObject {
  return { bytes, etag: `"${createHash("md5").update(bytes).digest("hex")}"`, modified: new Date() };
}

function getObject({ key, headers }: Action, { objects }: Pick<S3Server, "objects">): Answer {
  const object = objects.get(key);
  if (!object) throw new S3Refusal(404, "NoSuchKey");
  const { bytes, etag, modified } = object;
  if (headers["if-match"] !== undefined && headers["if-match"] !== etag) throw new S3Refusal(412, "PreconditionFailed");
  const common = { etag, "last-modified": modified.toUTCString(), "accept-ranges": "bytes" };
  const [, from = "", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (from === "") return { headers: common, body: bytes };
  const end = Math.min(to === "" ? bytes.length : Number(to) + 1, bytes.length);
  if (Number(from) >= bytes.length) throw new S3Refusal(416, "InvalidRange");
  const range = `bytes ${from}-${end - 1}/${bytes.length}`;
  return { status: 206, headers: { ...common, "content-range": range }, body: bytes.subarray(Number(from), end) };
}

function listObjects(query: URLSearchParams, { objects }: Pick<S3Server, "objects">): Answer {
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, PAGE);
  const contents = page.map((key) => {
    const { bytes, etag, modified } = objects.get(key) as StoredObject;
    const time = modified.toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  const rest = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  return ok("ListBucketResult", `<IsTruncated>${keys.length > PAGE}</IsTruncated>${rest}${contents.join("")}`);
}

function listUploads(query: URLSearchParams, { uploads }: Pick<S3Server, "uploads">): Answer {
  const prefix = query.get("prefix") ?? "";
  const after = `${query.get("key-marker") ?? ""} ${query.get("upload-id-marker") ?? ""}`;
  const all = [...uploads]
    .filter(([id, { key }]) => key.startsWith(prefix) && `${key} ${id}` > after)
    .toSorted(([a, { key: left }], [b, { key: right }]) => (`${left} ${a}` < `${right} ${b}` ? -1 : 1));
  const page = all.slice(0, PAGE);
  const [id, last] = page.at(-1) ?? [];
  const next = `<NextKeyMarker>${last?.key ?? ""}</NextKeyMarker><NextUploadIdMarker>${id ?? ""}</NextUploadIdMarker>`;
  const entries = page.map(
    ([one, { key, started }]) =>
      `<Upload><Key>${key}</Key><UploadId>${one}</UploadId><Initiated>${started.toISOString()}</Initiated></Upload>`,
  );
  return ok("ListMultipartUploadsResult", `<IsTruncated>${all.length > PAGE}</IsTruncated>${next}${entries.join("")}`);
}

function actOnUpload({ method, key, query, body }: Action, state: Pick<S3Server, "objects" | "uploads">): Answer {
  const id = query.get("uploadId") ?? "";
  const upload = state.uploads.get(id);
  if (upload?.key !== key) throw new S3Refusal(404, "NoSuchUpload");
  if (method === "DELETE") {
    state.uploads.delete(id);
    return { status: 204 };
  }
  if (method === "PUT") {
    const part = createObject(body);
    upload.parts.set(Number(query.get("partNumber")), part);
    return { headers: { etag: part.etag } };
  }
  if (method === "GET") {
    const parts = [...upload.parts].map(
      ([number, { etag, bytes, modified }]) =>
        `<Part><PartNumber>${number}</PartNumber><LastModified>${modified.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Part>`,
    );
    return ok("ListPartsResult", `<IsTruncated>false</IsTruncated>${parts.join("")}`);
  }
  const wanted = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([text]) => ({
    number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
    etag: /<ETag>(.*?)</.exec(text)?.[1]?.replaceAll("&quot;", '"'),
  }));
  const parts = wanted.map(({ number, etag }, index) => {
    const part = upload.parts.get(number);
    if (part?.etag !== etag || !part) throw new S3Refusal(400, "InvalidPart");
    if (index < wanted.length - 1 && part.bytes.length < SMALLEST_PART) throw new S3Refusal(400, "EntityTooSmall");
    return part.bytes;
  });
  if (parts.length === 0) throw new S3Refusal(400, "MalformedXML");
  const object = createObject(Buffer.concat(parts));
  state.objects.set(key, object);
  state.uploads.delete(id);
  return ok("CompleteMultipartUploadResult", `<Key>${key}</Key><ETag>${object.etag}</ETag>`);
}

function ok(name: string, content: string): Answer {
  return { headers: { "content-type": "application/xml" }, body: xml(`<${name}>${content}</${name}>`) };
}

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${content}`;
const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();

/** Signature Version 4 (AWS's reference, "Create a signed request"). */
function checkSignature(
  { method, url = "/", headers }: IncomingMessage,
  body: Buffer,
  { credentials, region }: Pick<S3Server, "credentials" | "region">,
): void {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, id, date = "", scope, names = "", signature] = pattern.exec(headers.authorization ?? "") ?? [];
  if (id === undefined) throw new S3Refusal(403, "AccessDenied");
  if (id !== credentials.accessKeyId) throw new S3Refusal(403, "InvalidAccessKeyId");
  const hash = String(headers["x-amz-content-sha256"]);
  if (hash !== sha256(body)) throw new S3Refusal(400, "XAmzContentSHA256Mismatch");
  const { pathname, searchParams } = new URL(url, "http://s3");
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join("&");
  const signed = names.split(";");
  if (!signed.includes("host")) throw new S3Refusal(403, "AccessDenied");
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join("");
  const request = [method, pathname, query, lines, names, hash].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], `${date}/${region}/s3/aws4_request`, sha256(request)].join(
    "\n",
  );
  const key = ["s3", "aws4_request"].reduce<Buffer>(
    hmac,
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, date), region),
  );
  if (scope !== region || hmac(key, text).toString("hex") !== signature) {
    throw new S3Refusal(403, "SignatureDoesNotMatch");
  }
}

/** Returns the environment of a gateway whose files are in the bucket. */
export function nameBucket({ url, bucket, region, credentials }: S3Server): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: url,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
