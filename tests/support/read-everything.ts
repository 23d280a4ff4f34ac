/** Reads all that a gateway has stored and written, as one text: tables, records, files, and its output. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliDecompressSync, unzipSync } from "node:zlib";
import type { TestGateway } from "./gateway.ts";

/** @returns the text, and the names of the tables and files in it */
export function readEverything({ dataDir, output }: Pick<TestGateway, "dataDir" | "output">): {
  text: string;
  places: string[];
} {
  const database = new DatabaseSync(join(dataDir, "parlance.db"), { readOnly: true, timeout: 5_000 });
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[];
  const shown: string[] = [output()];
  for (const { name } of tables) {
    for (const row of database.prepare(`select * from "${name}"`).all()) shown.push(...readRow(row));
  }
  database.close();
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    // The operator's own file may have secrets.
    (entry) => entry.isFile() && !entry.name.endsWith("config.json"),
  );
  for (const file of files) shown.push(...readBytes(readFileSync(join(file.parentPath, file.name))));
  return { text: shown.join("\n"), places: [...tables, ...files].map(({ name }) => name) };
}

function readRow(row: Record<string, unknown>): string[] {
  const bytes = Object.values(row).filter((value) => value instanceof Uint8Array);
  return [JSON.stringify(row), ...bytes.flatMap(readBytes)];
}

/** Lists the bytes as text, and what they are when they are compressed. */
function readBytes(bytes: Uint8Array): string[] {
  const texts = [Buffer.from(bytes).toString("latin1")];
  for (const decompress of [brotliDecompressSync, unzipSync]) {
    try {
      texts.push(decompress(bytes).toString("utf8"));
    } catch {
      // It is not compressed in this way.
    }
  }
  return texts;
}
