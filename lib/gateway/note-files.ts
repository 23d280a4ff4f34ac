/** Files that a model made and the client's dialect cannot hold are named as dropped, as fields of a request are. */
import type { FileContent } from "#lib/canonical/call.ts";
import type { AnswerContext } from "./answer-context.ts";

type MadeFile = Pick<FileContent, "mediaType" | "data">;

/** @returns what to call with each file of an answer, in their order */
export function createFileNoter({
  dialect,
  record,
}: Pick<AnswerContext, "dialect" | "record">): (file: MadeFile) => void {
  let count = 0;
  return (file) => {
    const name = `answer.files[${count++}]`;
    if (!dialect.holdsFile(file)) record.dropped.push(name);
  };
}
