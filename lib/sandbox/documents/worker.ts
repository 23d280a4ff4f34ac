/** Worker for attached documents: clients choose the sizes and nestings that its parsers read. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { DocumentResult, DocumentTask } from "./document-facts.ts";
import { inspectDocument } from "./inspect-document.ts";
import { ExcessiveDocument } from "./refuse-excessive-pdf.ts";

serveTasks<DocumentTask, DocumentResult, never>(async (task) => {
  try {
    return { result: await inspectDocument(task) };
  } catch (error) {
    if (error instanceof ExcessiveDocument) return { result: { reason: error.message } };
    throw error;
  }
});
