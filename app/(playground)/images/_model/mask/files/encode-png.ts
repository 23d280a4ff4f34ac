const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const RGBA = 6;
/**
 * PNG filter "Up": each byte minus the one above it. Neighbouring rows of a mask are similar, so most bytes become 0.
 */
const UP = 2;

/**
 * Writes an 8-bit RGBA PNG. A canvas would lose the colour of transparent pixels, and is not available in every worker.
 * @param image.pixels - RGBA, not premultiplied, row by row
 */
export async function encodePng({
  pixels,
  width,
  height,
}: {
  pixels: Uint8Array | Uint8ClampedArray;
  width: number;
  height: number;
}): Promise<Blob> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, RGBA], 8);
  const parts = [
    new Uint8Array(SIGNATURE),
    chunk("IHDR", header),
    chunk("IDAT", await deflate(filterRows(pixels, width * 4, height))),
    chunk("IEND", new Uint8Array(0)),
  ];
  return new Blob(parts, { type: "image/png" });
}

function filterRows(pixels: Uint8Array | Uint8ClampedArray, stride: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    const from = y * stride;
    const to = y * (stride + 1) + 1;
    rows[to - 1] = UP;
    for (let x = 0; x < stride; x++) {
      const above = y > 0 ? (pixels[from - stride + x] as number) : 0;
      rows[to + x] = (pixels[from + x] as number) - above;
    }
  }
  return rows;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)));
  return bytes;
}

/** CRC-32 of the PNG specification, half a byte at a time: a table of only 16 entries that is fast enough. */
const TABLE = Uint32Array.from({ length: 16 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 4; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    crc = (crc >>> 4) ^ (TABLE[crc & 15] as number);
    crc = (crc >>> 4) ^ (TABLE[crc & 15] as number);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
