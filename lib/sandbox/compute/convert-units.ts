/** Conversion between units of one dimension. */
import { formatMeasure, formatNumber } from "./format-number.ts";

type Unit = {
  names: string[] /** Size in the dimension's base unit. */;
  size: number /** Zero point, for temperatures. */;
  zero?: number;
};

const DIMENSIONS: Unit[][] = [
  [
    { names: ["mm", "millimetre", "millimeter"], size: 0.001 },
    { names: ["cm", "centimetre", "centimeter"], size: 0.01 },
    { names: ["m", "metre", "meter"], size: 1 },
    { names: ["km", "kilometre", "kilometer", "kms"], size: 1000 },
    { names: ["in", "inch", "inches"], size: 0.0254 },
    { names: ["ft", "foot", "feet"], size: 0.3048 },
    { names: ["yd", "yard"], size: 0.9144 },
    { names: ["mi", "mile"], size: 1609.344 },
    { names: ["nautical mile", "nmi"], size: 1852 },
    { names: ["light year", "ly"], size: 9.4607304725808e15 },
  ],
  [
    { names: ["mg", "milligram"], size: 1e-6 },
    { names: ["g", "gram"], size: 0.001 },
    { names: ["kg", "kilogram", "kilo", "kgs"], size: 1 },
    { names: ["tonne", "metric ton"], size: 1000 },
    { names: ["oz", "ounce"], size: 0.028349523125 },
    { names: ["lb", "lbs", "pound"], size: 0.45359237 },
    { names: ["stone"], size: 6.35029318 },
  ],
  [
    { names: ["ml", "millilitre", "milliliter"], size: 0.001 },
    { names: ["l", "litre", "liter"], size: 1 },
    { names: ["cup"], size: 0.2365882365 },
    { names: ["pint"], size: 0.473176473 },
    { names: ["gallon", "gal"], size: 3.785411784 },
    { names: ["fl oz", "fluid ounce"], size: 0.0295735295625 },
    { names: ["tablespoon", "tbsp"], size: 0.01478676478125 },
    { names: ["teaspoon", "tsp"], size: 0.00492892159375 },
  ],
  [
    { names: ["ms", "millisecond"], size: 0.001 },
    { names: ["s", "sec", "second"], size: 1 },
    { names: ["min", "minute"], size: 60 },
    { names: ["h", "hour", "hr"], size: 3600 },
    { names: ["day"], size: 86_400 },
    { names: ["week"], size: 604_800 },
    { names: ["fortnight"], size: 1_209_600 },
    { names: ["year"], size: 31_536_000 },
  ],
  [
    { names: ["km/h", "kmh", "kph", "kilometres per hour", "kilometers per hour"], size: 1 / 3.6 },
    { names: ["mph", "miles per hour"], size: 0.44704 },
    { names: ["m/s", "metres per second", "meters per second"], size: 1 },
    { names: ["knot", "kn"], size: 0.514444444444 },
  ],
  [
    { names: ["byte", "b"], size: 1 },
    { names: ["kb", "kilobyte"], size: 1e3 },
    { names: ["mb", "megabyte"], size: 1e6 },
    { names: ["gb", "gigabyte"], size: 1e9 },
    { names: ["tb", "terabyte"], size: 1e12 },
    { names: ["kib", "kibibyte"], size: 1024 },
    { names: ["mib", "mebibyte"], size: 1024 ** 2 },
    { names: ["gib", "gibibyte"], size: 1024 ** 3 },
    { names: ["bit"], size: 1 / 8 },
  ],
  [
    { names: ["m²", "m2", "square metre", "square meter"], size: 1 },
    { names: ["km²", "km2", "square kilometre", "square kilometer"], size: 1e6 },
    { names: ["hectare", "ha"], size: 1e4 },
    { names: ["acre"], size: 4046.8564224 },
    { names: ["square foot", "square feet", "sq ft"], size: 0.09290304 },
  ],
  [
    { names: ["kelvin", "k"], size: 1, zero: 0 },
    { names: ["celsius", "centigrade", "°c", "c", "degrees celsius", "degrees c"], size: 1, zero: 273.15 },
    { names: ["fahrenheit", "°f", "f", "degrees fahrenheit", "degrees f"], size: 5 / 9, zero: 459.67 * (5 / 9) },
  ],
];

const UNITS = new Map(
  DIMENSIONS.flatMap((units, dimension) =>
    units.flatMap((unit) => unit.names.map((name) => [name, { ...unit, dimension }] as const)),
  ),
);
const NAMES = [...UNITS.keys()].sort((left, right) => right.length - left.length);
const UNIT = `(${NAMES.join("|")})(?:s|es)?`;
const AMOUNT = "(-?\\d[\\d,]*(?:\\.\\d+)?|an?|one|half an?)";
const FORWARD = new RegExp(
  `(?<![\\p{L}\\d])${AMOUNT}\\s*${UNIT}\\s+(?:in|into|to|as|=|equals?|are|is)\\s+(?:how many\\s+|what in\\s+)?${UNIT}(?![\\p{L}])`,
  "iu",
);
const BACKWARD = new RegExp(
  `how (?:many|much)\\s+${UNIT}\\s+(?:are |is )?(?:there )?(?:in|equals?|make up|make|is|are)\\s+${AMOUNT}\\s*${UNIT}(?![\\p{L}])`,
  "iu",
);

export function convertUnits(question: string): string | undefined {
  if (question.length > 200) return undefined;
  const backward = BACKWARD.exec(question);
  const forward = FORWARD.exec(question);
  const [amount, from, to] = backward
    ? [backward[2], backward[3], backward[1]]
    : [forward?.[1], forward?.[2], forward?.[3]];
  if (amount === undefined || from === undefined || to === undefined) return undefined;
  const [source, target] = [UNITS.get(from.toLowerCase()), UNITS.get(to.toLowerCase())];
  if (!source || !target || source.dimension !== target.dimension) return undefined;
  const value = readAmount(amount);
  const base = value * source.size + (source.zero ?? 0);
  const result = (base - (target.zero ?? 0)) / target.size;
  return `**${formatNumber(value)} ${nameOf(source, value)} = ${formatMeasure(result)} ${nameOf(target, result)}**`;
}

/** Symbols stay as they are; words get a plural. */
function nameOf({ names: [name = ""] }: Unit, value: number): string {
  const symbol = { celsius: "°C", fahrenheit: "°F", kelvin: "K", l: "L", kb: "kB", mb: "MB", gb: "GB", tb: "TB" }[name];
  if (symbol !== undefined) return symbol;
  return value === 1 ||
    !/^(?:day|week|year|fortnight|cup|pint|gallon|tablespoon|teaspoon|knot|acre|hectare|byte|bit|tonne|light year|nautical mile)$/.test(
      name,
    )
    ? name
    : `${name}s`;
}

function readAmount(text: string): number {
  if (/^half/i.test(text)) return 0.5;
  return /^(?:an?|one)$/i.test(text) ? 1 : Number(text.replaceAll(",", ""));
}
