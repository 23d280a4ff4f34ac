/** Sample results of tools, so that a demo needs no running tool. */

import type { Fields } from "../dialects/json-fields.ts";
import { formatJson } from "../json-text/format-json.ts";
import { readArguments } from "../tools/read-arguments.ts";

/** Returns a sample result to start from when the user answers a call by hand; keeps the demo one click long. */
export function sampleToolResult(name: string, argumentsText: string): string {
  const given = readArguments(argumentsText);
  if (/weather/i.test(name)) return formatJson(sampleWeather(given));
  if (/search/i.test(name)) return formatJson(sampleHits(String(given.query ?? given.q ?? "it")));
  if (/calculat|evaluate|compute/i.test(name)) return formatJson(sampleSum(String(given.expression ?? "")));
  if (/time|clock|date/i.test(name)) return formatJson({ time: "2026-11-21T09:30:00", zone: given.zone ?? "UTC" });
  return formatJson({ ok: true });
}

/** Returns the sample result of a failed tool. */
export const sampleToolError = (name: string): string => `${name} could not be reached: the connection timed out.`;

function sampleWeather(given: Fields): object {
  const unit = given.unit === "fahrenheit" ? "fahrenheit" : "celsius";
  // Different places have different results, and one place the same at every render.
  const warmth = hashText(String(given.city ?? given.location ?? "")) % 14;
  const temperature = unit === "celsius" ? 9 + warmth : 48 + warmth * 2;
  return { temperature, unit, conditions: warmth % 2 ? "light rain" : "sunny" };
}

const sampleHits = (query: string) => ({
  results: [
    { title: `About ${query}`, url: "https://example.com/about", snippet: `An overview of ${query}.` },
    { title: `${query}, in detail`, url: "https://example.com/detail", snippet: "Numbers, dates and sources." },
  ],
});

/** Returns the result of an expression; never evaluates it as code. */
function sampleSum(expression: string): object {
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  const takes = (...wanted: string[]) => (wanted.includes(tokens[0] ?? "") ? tokens.shift() : undefined);
  function factor(): number {
    if (takes("-")) return -factor();
    if (!takes("(")) return Number(tokens.shift());
    const inner = sum();
    takes(")");
    return inner;
  }
  function product(): number {
    let value = factor();
    for (let sign = takes("*", "/"); sign; sign = takes("*", "/"))
      value = sign === "*" ? value * factor() : value / factor();
    return value;
  }
  function sum(): number {
    let value = product();
    for (let sign = takes("+", "-"); sign; sign = takes("+", "-")) value += sign === "-" ? -product() : product();
    return value;
  }
  const result = sum();
  return Number.isFinite(result) ? { expression, result } : { expression, error: "This cannot be calculated." };
}

const hashText = (text: string) =>
  [...text].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 9973, 7);
