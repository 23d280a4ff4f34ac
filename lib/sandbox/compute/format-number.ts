/** Formats a result: twelve significant digits, since more is floating-point noise (0.1 + 0.2). */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "not a finite number";
  const rounded = Number(value.toPrecision(12));
  const isLong = Math.abs(rounded) >= 1e15 || (rounded !== 0 && Math.abs(rounded) < 1e-6);
  return isLong ? String(rounded) : rounded.toLocaleString("en-US", { maximumFractionDigits: 10 });
}

/** Formats a measured result, of which four decimals are enough. */
export function formatMeasure(value: number): string {
  return formatNumber(Math.abs(value) >= 0.01 ? Number(value.toFixed(4)) : value);
}
