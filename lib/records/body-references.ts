/** Replaces the media of a body by references while it passes: the whole of a file, and the files of a form. */
import { createHash } from "node:crypto";

/** Turns the bytes of a body into those that are recorded. */
export type BodyReferences = {
  /** Returns what to record of a chunk, which may be nothing. */
  push(chunk: Uint8Array): Uint8Array | undefined;
  /** Returns the rest at the end of the body, also of one that was cut. */
  end(): Uint8Array | undefined;
  /** Number of references. */
  readonly media: number;
};

const MEDIA =
  /^(?:(?:audio|image|video|font)\/|application\/(?:octet-stream|pdf|zip|gzip|x-tar|vnd\.openxmlformats-))/i;
const BOUNDARY = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;

/** Returns undefined for a body that is recorded as it is. */
export function createBodyReferences(contentType: string | undefined): BodyReferences | undefined {
  if (contentType === undefined) return undefined;
  if (MEDIA.test(contentType)) return new FileReference(contentType.split(";", 1)[0] as string);
  const [, quoted, plain] = BOUNDARY.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? undefined : new FormReferences(boundary);
}

class FileReference implements BodyReferences {
  private readonly type: string;
  private readonly hash = createHash("sha256");
  private size = 0;

  constructor(type: string) {
    this.type = type;
  }

  get media(): number {
    return this.size > 0 ? 1 : 0;
  }

  push(chunk: Uint8Array): undefined {
    this.size += chunk.length;
    this.hash.update(chunk);
  }

  end(): Uint8Array | undefined {
    if (this.size === 0) return undefined;
    return Buffer.from(`[${this.type}, ${this.size} bytes, sha256:${this.hash.digest("hex")}]`);
  }
}

/** Heads of a part are at most this long; a form with a longer one is not recorded further. */
const LONGEST_HEAD = 16_384;

/** Form whose files are references; its fields are recorded as they are. */
class FormReferences implements BodyReferences {
  media = 0;
  private readonly delimiter: Buffer;
  /** Bytes that may be the beginning of a delimiter or a head. A form begins with a delimiter without its line end. */
  private rest: Buffer = Buffer.from("\r\n");
  private place: "before" | "head" | "content" | "after" = "before";
  private file: FileReference | undefined;
  private isFirst = true;

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  push(chunk: Uint8Array): Uint8Array {
    const recorded: Buffer[] = [];
    this.rest = Buffer.concat([this.rest, chunk]);
    while (this.place !== "after" && (this.place === "head" ? this.readHead(recorded) : this.readContent(recorded)));
    if (this.place === "after") this.rest = Buffer.alloc(0);
    return Buffer.concat(recorded);
  }

  end(): Uint8Array {
    const recorded: Buffer[] = [];
    if (this.place === "content") {
      this.addContent(this.rest, recorded);
      this.endPart(recorded);
    }
    this.place = "after";
    return Buffer.concat(recorded);
  }

  /** @returns false when more bytes are needed */
  private readContent(recorded: Buffer[]): boolean {
    const { delimiter, rest } = this;
    const at = rest.indexOf(delimiter);
    const length = at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at;
    this.addContent(rest.subarray(0, length), recorded);
    if (at < 0) {
      this.rest = rest.subarray(length);
      return false;
    }
    this.endPart(recorded);
    recorded.push(this.isFirst ? delimiter.subarray(2) : delimiter);
    this.isFirst = false;
    this.rest = rest.subarray(at + delimiter.length);
    this.place = "head";
    return true;
  }

  private readHead(recorded: Buffer[]): boolean {
    const { rest } = this;
    if (rest.length < 2) return false;
    if (rest.toString("latin1", 0, 2) === "--") {
      recorded.push(Buffer.from("--\r\n"));
      this.place = "after";
      return false;
    }
    const at = rest.indexOf("\r\n\r\n");
    if (at < 0) {
      if (rest.length > LONGEST_HEAD) this.place = "after";
      return false;
    }
    const head = rest.subarray(0, at + 4);
    recorded.push(Buffer.from(head));
    const text = head.toString("utf8");
    const type = /^content-type:\s*([\w.+/-]+)/im.exec(text)?.[1];
    if (/;\s*filename\*?=/i.test(text) || MEDIA.test(type ?? "")) this.file = new FileReference(type ?? "file");
    this.rest = rest.subarray(at + 4);
    this.place = "content";
    return true;
  }

  private addContent(content: Buffer, recorded: Buffer[]): void {
    if (this.place !== "content" || content.length === 0) return;
    if (this.file) this.file.push(content);
    else recorded.push(Buffer.from(content));
  }

  private endPart(recorded: Buffer[]): void {
    const reference = this.file?.end();
    if (reference) {
      this.media += 1;
      recorded.push(Buffer.from(reference));
    }
    this.file = undefined;
  }
}
