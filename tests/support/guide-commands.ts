/** Commands of the guides, as a reader copies them. */
import { readProjectFile } from "./source-files.ts";

/** Returns the commands in the bash blocks of a document; one that goes on after a backslash is one. */
export function listGuideCommands(path: string): string[] {
  const blocks = readProjectFile(path).matchAll(/^```bash\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, block = ""]) =>
    block
      .replaceAll(/\\\n\s*/g, "")
      .split("\n")
      .filter((line) => line.trim() !== ""),
  );
}

/** Returns the only command of a document that begins with these words. */
export function findGuideCommand(path: string, beginning: string): string {
  const [command, ...others] = listGuideCommands(path).filter((line) => line.startsWith(beginning));
  if (command === undefined || others.length > 0) throw new Error(`${path} has not one command "${beginning} …"`);
  return command;
}
