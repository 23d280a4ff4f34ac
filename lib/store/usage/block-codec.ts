/** Bytes of a block in the table `usage_hours`: a JSON header with its length, then the columns in the machine's order. */
import { DURATION_COLUMNS, NAME_COLUMNS, NUMBER_COLUMNS, type Numbers, type RowBlock, recordOf } from "./row-block.ts";

/** Bytes of a value; columns are aligned to it. */
const WIDTHS = { u8: 1, u16: 2, u32: 4, f64: 8 } as const;
type Width = keyof typeof WIDTHS;
type Column = Uint8Array | Uint16Array | Uint32Array | Float64Array;
/** Column of one value, which has no bytes, or the width of its values. */
type ColumnHeader = number | Width;

type Header = {
  start: number;
  count: number;
  names: (string | null)[][];
  columns: ColumnHeader[];
};

const ALIGNMENT = 8;
const LENGTH_BYTES = 4;

export function encodeBlock(block: RowBlock): Uint8Array {
  const { start, count } = block;
  const columns = listColumns(block).map((column) => (column ? narrow(column) : 0));
  const names = NAME_COLUMNS.map((column) => [...block.names[column].names]);
  const header: Header = {
    ...{ start, count, names },
    columns: columns.map((column) => (typeof column === "number" ? column : widthOf(column))),
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const stored = columns.filter((column) => typeof column !== "number");
  const size = stored.reduce((end, column) => align(end) + column.byteLength, LENGTH_BYTES + json.length);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, json.length, true);
  bytes.set(json, LENGTH_BYTES);
  let at = LENGTH_BYTES + json.length;
  for (const column of stored) {
    at = align(at);
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

export function decodeBlock(given: Uint8Array): RowBlock {
  // Typed arrays need aligned bytes.
  const bytes = given.byteOffset % ALIGNMENT === 0 ? given : Uint8Array.from(given);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const json = bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
  const { start, count, names, columns }: Header = JSON.parse(new TextDecoder().decode(json));
  let at = LENGTH_BYTES + length;
  let next = 0;

  function take(): Column | number {
    const header = columns[next++] ?? 0;
    if (typeof header === "number") return header;
    at = align(at);
    const offset = bytes.byteOffset + at;
    at += count * WIDTHS[header];
    if (header === "u8") return new Uint8Array(bytes.buffer, offset, count);
    if (header === "u16") return new Uint16Array(bytes.buffer, offset, count);
    if (header === "u32") return new Uint32Array(bytes.buffer, offset, count);
    return new Float64Array(bytes.buffer, offset, count);
  }

  // The loops over columns are fast when a column always has the same type. Each is a copy, so that a block does not
  // hold the bytes that it came from.
  const takeBytes = () => widen(take(), (size) => new Uint8Array(size), count);
  const takeShorts = () => widen(take(), (size) => new Uint16Array(size), count);
  const takeIndexes = () => {
    const column = take();
    return column instanceof Uint32Array ? column.slice() : widen(column, (size) => new Uint16Array(size), count);
  };
  const takeNumbers = (): Numbers | undefined => {
    const column = take();
    if (column === 0) return undefined;
    const isLong = column instanceof Float64Array || (typeof column === "number" && !isUint32(column));
    return isLong
      ? widen(column, (size) => new Float64Array(size), count)
      : widen(column, (size) => new Uint32Array(size), count);
  };
  return {
    ...{ start, count },
    minutes: takeBytes(),
    flags: takeBytes(),
    names: recordOf(NAME_COLUMNS, (column) => ({
      names: names[NAME_COLUMNS.indexOf(column)] ?? [],
      indexes: takeIndexes(),
    })),
    numbers: recordOf(NUMBER_COLUMNS, takeNumbers),
    durations: recordOf(DURATION_COLUMNS, takeShorts),
  };
}

/** Columns in the order of their bytes. */
function listColumns({ minutes, flags, names, numbers, durations }: RowBlock): (Column | undefined)[] {
  return [
    minutes,
    flags,
    ...NAME_COLUMNS.map((column) => names[column].indexes),
    ...NUMBER_COLUMNS.map((column) => numbers[column]),
    ...DURATION_COLUMNS.map((kind) => durations[kind]),
  ];
}

/** Returns the only value of a column, or the column in the smallest type that holds its values. */
function narrow(column: Column): Column | number {
  const [first = 0] = column;
  let most = first;
  let isConstant = true;
  for (const value of column) {
    if (value > most) most = value;
    if (value !== first) isConstant = false;
  }
  if (isConstant) return first;
  if (column instanceof Float64Array) return column;
  if (most < 256) return column instanceof Uint8Array ? column : Uint8Array.from(column);
  return most < 65_536 && column instanceof Uint32Array ? Uint16Array.from(column) : column;
}

function widen<Wide extends Column>(column: Column | number, create: (size: number) => Wide, count: number): Wide {
  const wide = create(count);
  if (typeof column === "number") wide.fill(column);
  else wide.set(column);
  return wide;
}

function widthOf(column: Column): Width {
  if (column instanceof Uint8Array) return "u8";
  if (column instanceof Uint16Array) return "u16";
  return column instanceof Uint32Array ? "u32" : "f64";
}

function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function isUint32(value: number): boolean {
  return value >>> 0 === value;
}
