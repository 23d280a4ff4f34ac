/** Worker for attached documents: parsers run on sizes and nestings that a client chooses. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { DocumentFacts, DocumentTask } from "./document-facts.ts";
import { inspectDocument } from "./inspect-document.ts";

serveTasks<DocumentTask, DocumentFacts, never>(async (task) => ({ result: await inspectDocument(task) }));
