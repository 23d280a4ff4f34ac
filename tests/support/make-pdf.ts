/** Small PDFs, each character one byte. */
import { constants, deflateSync } from "node:zlib";

/** A PDF with the title `Grand Plan` and one page for each text. */
export function makePdf(texts = ["Hello from page one", "and this is page two"]): string {
  return write(texts.map((text) => stream(`BT /F1 24 Tf 72 700 Td (${text}) Tj ET`)));
}

const BLOCK = 16 * 1024 * 1024;

/** A small PDF whose only page inflates to that many megabytes of spaces. @param times that they are deflated */
export function makeInflatingPdf(megabytes: number, times = 1): string {
  // A block that is flushed in full refers to nothing before it, so that it may stand many times.
  const whole = deflateSync(Buffer.alloc(BLOCK, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const [head, block] = [whole.toString("latin1", 0, 2), whole.toString("latin1", 2)];
  let data = head + block.repeat(Math.ceil((megabytes * 1024 * 1024) / BLOCK));
  for (let time = 1; time < times; time++) data = deflate(data);
  return write([stream(data, `/Filter [${"/FlateDecode ".repeat(times)}] `)]);
}

/** A PDF of streams that each keep within 15 MB. */
export function makePdfOfStreams(count: number): string {
  const data = deflate(" ".repeat(15 * 1024 * 1024));
  return write(Array.from({ length: count }, () => stream(data, "/Filter /FlateDecode ")));
}

/** A PDF of streams that are cut off after their first bytes. */
export function makePdfOfStubs(count: number): string {
  return write(["stream\nx\x9c\x00\n".repeat(count)]);
}

/** A PDF whose tree of pages names one page again and again. */
export function makePdfOfPages(count: number): string {
  return write([], `<< /Type /Pages /Kids [${"5 0 R ".repeat(count)}] /Count ${count} >>`);
}

/** A PDF with a stream that holds so many pages. */
export function makePackedPdf(count: number): string {
  const pages = deflate("<</Type/Page>>".repeat(count));
  return write([stream(pages, `/Type /ObjStm /N ${count} /First 0 /Filter /FlateDecode `)]);
}

function deflate(text: string): string {
  return deflateSync(Buffer.from(text, "latin1")).toString("latin1");
}

function stream(content: string, filter = ""): string {
  return `<< ${filter}/Length ${content.length} >>\nstream\n${content}\nendstream`;
}

const FIRST_PAGE = 5;

function write(contents: string[], tree?: string): string {
  const pages = contents.map((_, index) => FIRST_PAGE + index);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    tree ?? `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Title (Grand Plan) >>",
    ...pages.map(
      (page) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${page + pages.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    ),
    ...contents,
  ];
  const parts = ["%PDF-1.4\n"];
  let size = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const offset = size;
    const text = `${index + 1} 0 obj\n${object}\nendobj\n`;
    parts.push(text);
    size += text.length;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${parts.join("")}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${size}\n%%EOF`;
}
