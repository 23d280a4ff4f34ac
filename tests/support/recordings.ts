/** Replies that real providers gave, where the folder with them lies beside the project; it is not part of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../shared/recordings", import.meta.url));

export type Recording = { name: string; json: unknown };
export type StreamRecording = { name: string; events: unknown[] };

/** Empty, with a line that says so, where the recordings are not at hand. */
export function replyRecordings(dialect: string): Recording[] {
  return read(dialect, ".json").map(({ name, text }) => ({ name, json: JSON.parse(text) }));
}

export function streamRecordings(dialect: string): StreamRecording[] {
  return read(dialect, ".chunks.txt").map(({ name, text }) => ({
    name,
    events: text
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  }));
}

function read(dialect: string, ending: string): { name: string; text: string }[] {
  const path = join(folder, dialect);
  if (!existsSync(path)) {
    console.log(`Skipped: no recordings of ${dialect} beside the project.`);
    return [];
  }
  return readdirSync(path)
    .filter((name) => name.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(path, name), "utf8") }));
}
