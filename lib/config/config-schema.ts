/** JSON Schema of the config file, for editors. */
import { z } from "zod";
import { configFile } from "./config-file.ts";
import { bridge, cassettes, server, upstreamEntry } from "./upstream-entry.ts";

/** `${NAME}` may stand for any string, so formats of strings are left to the reader of the file. */
export function createConfigSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(configFile, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      if ((zodSchema as unknown) === upstreamEntry) {
        // Which kind an entry is depends on whether it names a package or a type.
        jsonSchema.anyOf = [server, bridge, cassettes].map((entry) => {
          const { $schema: _, ...own } = z.toJSONSchema(entry, { io: "input", unrepresentable: "any" });
          return own;
        });
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return { title: "Parlance config file", ...schema };
}
