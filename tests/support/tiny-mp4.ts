/** Bytes that have the outer form of an MP4 and no pictures: for tests of the way that a video takes. */

/** @param size of the whole file, in bytes @param fill what its data is made of, to tell two of them apart */
export function tinyMp4(size = 4_096, fill = 7): Buffer {
  const head = Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\0isomiso2")), box("moov", Buffer.alloc(64, 1))]);
  return Buffer.concat([head, box("mdat", Buffer.alloc(size - head.length - 8, fill))]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
}
