/**
 * `node scripts/write-error-list.ts`: writes the list of errors into docs/guide/errors.md, from the texts in
 * lib/contract/errors. A test fails while the two differ.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorsBySubject } from "#lib/contract/errors/all-errors.ts";
import { describeError, type ErrorDefinition } from "#lib/contract/errors/define-errors.ts";

const GUIDE = fileURLToPath(new URL("../docs/guide/errors.md", import.meta.url));
const HEADING = "## All errors";
const INTRODUCTION =
  "Each message says what is wrong, what was expected and what to do next. The values in it are examples. " +
  "Match on the status, `type` and `code`: messages may change between versions.";

/** @param guide the page, whose section of all errors is replaced; it ends with the page or the next section */
export function withErrorList(guide: string): string {
  const start = guide.indexOf(`${HEADING}\n`);
  if (start < 0) throw new Error(`The guide has no section "${HEADING}".`);
  const next = guide.indexOf("\n## ", start + HEADING.length);
  const rest = next < 0 ? "" : guide.slice(next);
  return `${guide.slice(0, start)}${HEADING}\n\n${INTRODUCTION}\n\n${listErrors()}\n${rest}`;
}

function listErrors(): string {
  const subjects = Object.entries(errorsBySubject).map(([subject, definitions]) => {
    const rows = Object.values(definitions).map((definition) => describeRow(definition as ErrorDefinition<unknown>));
    return [`### ${subject}`, "", "| status | code | message |", "|---|---|---|", ...rows].join("\n");
  });
  return subjects.join("\n\n");
}

function describeRow(definition: ErrorDefinition<unknown>): string {
  const { status, code, message } = describeError(definition, definition.sample ?? {});
  return `| ${status} | ${code ? `\`${code}\`` : ""} | ${escapeMarkdown(message)} |`;
}

/** Escapes tags and table cells outside of inline code. */
function escapeMarkdown(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/[<|*_[\]]/g, "\\$&")))
    .join("");
}

if (import.meta.main) writeFileSync(GUIDE, withErrorList(readFileSync(GUIDE, "utf8")));
