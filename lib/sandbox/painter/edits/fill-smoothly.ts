/** Fills the unknown places of a small picture with the mean tones around them. */

export type Plane = { values: Float32Array; known: Uint8Array; width: number; height: number };

/** Fills unknown pixels with averages of known ones, level by level. */
export function fillSmoothly({ values, known, width, height }: Plane): void {
  if (width <= 1 && height <= 1) return;
  const [halfWidth, halfHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half: Plane = {
    values: new Float32Array(halfWidth * halfHeight * 3),
    known: new Uint8Array(halfWidth * halfHeight),
    width: halfWidth,
    height: halfHeight,
  };
  const counts = new Float32Array(halfWidth * halfHeight);
  let isWhole = true;
  for (let index = 0; index < known.length; index += 1) {
    if (!known[index]) {
      isWhole = false;
      continue;
    }
    const to =
      Math.min(halfHeight - 1, Math.floor(index / width) >> 1) * halfWidth +
      Math.min(halfWidth - 1, (index % width) >> 1);
    counts[to] = (counts[to] as number) + 1;
    for (let channel = 0; channel < 3; channel += 1)
      half.values[to * 3 + channel] =
        (half.values[to * 3 + channel] as number) + (values[index * 3 + channel] as number);
  }
  if (isWhole) return;
  for (let index = 0; index < counts.length; index += 1) {
    const count = counts[index] as number;
    if (count === 0) continue;
    half.known[index] = 1;
    for (let channel = 0; channel < 3; channel += 1)
      half.values[index * 3 + channel] = (half.values[index * 3 + channel] as number) / count;
  }
  fillSmoothly(half);
  for (let index = 0; index < known.length; index += 1) {
    if (known[index]) continue;
    const x = Math.max(0, Math.min(halfWidth - 1.001, ((index % width) + 0.5) / 2 - 0.5));
    const y = Math.max(0, Math.min(halfHeight - 1.001, (Math.floor(index / width) + 0.5) / 2 - 0.5));
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [shareX, shareY] = [x - column, y - row];
    const right = Math.min(halfWidth - 1, column + 1);
    const below = Math.min(halfHeight - 1, row + 1);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (cx: number, cy: number) => half.values[(cy * halfWidth + cx) * 3 + channel] as number;
      const top = value(column, row) * (1 - shareX) + value(right, row) * shareX;
      const bottom = value(column, below) * (1 - shareX) + value(right, below) * shareX;
      values[index * 3 + channel] = top * (1 - shareY) + bottom * shareY;
    }
  }
}
