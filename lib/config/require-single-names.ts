import { visit } from "jsonc-parser";
import { SettingsError } from "./settings-error.ts";

/**
 * Refuses a text in which an object has a name twice. Readers of JSON take the last one in silence: of two routes with
 * one name, one would be gone.
 * @param text well-formed JSON, with or without comments
 * @throws SettingsError that names the field and its lines
 */
export function requireSingleNames(text: string, path: string): void {
  const lines: Map<string, number>[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void lines.push(new Map()),
      onObjectEnd: () => void lines.pop(),
      onObjectProperty(name, _offset, _length, startLine, _startCharacter, pathSupplier) {
        const known = lines.at(-1)?.get(name);
        if (known !== undefined) {
          const field = [...pathSupplier(), name].join(".");
          throw new SettingsError({
            field: `${path}: ${field}`,
            expected: `each name once: it is on line ${known + 1} and on line ${startLine + 1}`,
          });
        }
        lines.at(-1)?.set(name, startLine);
      },
    },
    { allowTrailingComma: true },
  );
}
