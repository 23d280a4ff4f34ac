/** Worker that packs the records of requests. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { type PackRequest, packRecord } from "./pack-record.ts";

serveTasks<PackRequest, Uint8Array, never>(async (request) => {
  // A copy: the memory of a Buffer may be shared, and cannot be transferred then.
  const result = new Uint8Array(packRecord(request));
  return { result, bytes: [result] };
});
