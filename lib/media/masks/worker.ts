/** Worker for masks. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { convertMask, type MaskResult } from "./convert-mask.ts";

serveTasks<Uint8Array, MaskResult, never>(async (bytes) => {
  const result = await convertMask(bytes);
  return { result, ...(result.type === "converted" && { bytes: [result.bytes] }) };
});
