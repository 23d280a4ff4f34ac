/** Measures a PDF: its pages, its title and its first words. */
import type { getDocumentProxy } from "unpdf";
import { type DocumentFacts, EXCERPT, type Fact } from "./document-facts.ts";
import { refuseExcessivePdf, refuseManyPages } from "./refuse-excessive-pdf.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Limit on pages that are searched for text. */
const MOST_READ = 100;

/** @throws ExcessiveDocument for a PDF that would take too much memory or time */
export async function inspectPdf(bytes: Buffer): Promise<Omit<DocumentFacts, "size">> {
  await refuseExcessivePdf(bytes);
  const { getDocumentProxy, getMeta } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  try {
    // The number may have been hidden from the check of the bytes.
    refuseManyPages(document.numPages);
    const { info } = await getMeta(document);
    const facts: Fact[] = [
      ["Type", "PDF"],
      ["Pages", String(document.numPages)],
    ];
    if (typeof info.Title === "string" && info.Title !== "") facts.push(["Title", info.Title]);
    if (typeof info.Author === "string" && info.Author !== "") facts.push(["Author", info.Author]);
    return { facts, excerpt: await readExcerpt(document) };
  } finally {
    await document.loadingTask.destroy();
  }
}

async function readExcerpt(document: Pdf): Promise<string> {
  let excerpt = "";
  for (let number = 1; number <= Math.min(document.numPages, MOST_READ) && excerpt.length < EXCERPT; number++) {
    excerpt += `${await readPage(document, { number, most: EXCERPT - excerpt.length })}\n`;
  }
  return excerpt.slice(0, EXCERPT);
}

/** Reads no further than needed: a page may hold millions of words. */
async function readPage(document: Pdf, { number, most }: { number: number; most: number }): Promise<string> {
  const page = await document.getPage(number);
  const reader = page.streamTextContent().getReader();
  let text = "";
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    for (const item of read.value.items) text += item.str + (item.hasEOL ? "\n" : "");
    if (text.length >= most) {
      await reader.cancel(new Error("Enough is read."));
      break;
    }
  }
  page.cleanup();
  return text;
}
