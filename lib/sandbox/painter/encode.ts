/** Encodes pixels as files that name the sandbox as their maker. */
import sharp from "sharp";
import { freeMemory } from "#lib/http/free-memory.ts";
import type { Pixels } from "../drawing/pixels/decode-pixels.ts";
import type { ImageFormat } from "./paint-request.ts";

const SIGNATURE = "Parlance sandbox painter";

export type Signature = { model: string; prompt: string };

type EncodeOptions = { format: ImageFormat; compression: number; isOpaque: boolean; signature: Signature };

/** Writes sRGB, with the painter's name in EXIF and XMP. */
export async function encodePixels(
  pixels: Pixels,
  { format, compression, isOpaque, signature }: EncodeOptions,
): Promise<Uint8Array> {
  const { data, width, height } = pixels;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  let image = sharp(bytes, { raw: { width, height, channels: 4 } });
  image = isOpaque ? image.removeAlpha() : image;
  const { model, prompt } = signature;
  const summary = `Painted by the ${SIGNATURE} (${model}), not by a person or a photographer: ${ascii(prompt).slice(0, 500)}`;
  image = image
    .withIccProfile("srgb")
    .withExif({ IFD0: { Software: SIGNATURE, ImageDescription: summary, Artist: "Parlance sandbox" } })
    .withXmp(xmp({ model, prompt }));
  const quality = Math.max(1, Math.min(100, Math.round(compression)));
  if (format === "jpeg") image = image.jpeg({ quality, chromaSubsampling: quality >= 90 ? "4:4:4" : "4:2:0" });
  else if (format === "webp") image = image.webp({ quality, effort: 2, alphaQuality: 100 });
  else image = image.png({ compressionLevel: 6, adaptiveFiltering: false });
  // A copy that can be transferred: native memory cannot.
  const encoded = await image.toBuffer();
  const copy = new Uint8Array(encoded);
  freeMemory(encoded);
  return copy;
}

/** EXIF text is ASCII; XMP keeps the prompt as it is. */
function ascii(text: string): string {
  return text.normalize("NFKD").replaceAll(/[^\x20-\x7e]+/g, "?");
}

function xmp({ model, prompt }: Signature): string {
  const quoted = (text: string) =>
    text
      .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll('"', "&quot;");
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:iptc="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmp:CreatorTool="${SIGNATURE}" iptc:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia" iptc:AISystemUsed="${quoted(model)}"><dc:description><rdf:Alt><rdf:li xml:lang="x-default">${quoted(prompt.slice(0, 2000))}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
}
