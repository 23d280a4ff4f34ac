/** Fields of a new key, for the command and the route. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import type { KeyScope } from "./store.ts";

/** Scopes from the least to the most powerful. */
export const KEY_SCOPES = ["metrics", "inference", "publish", "admin"] as const satisfies readonly KeyScope[];

export const keyName = z
  .string()
  .trim()
  .regex(/^\P{Cc}{1,100}$/u, { error: fieldRules.keyName });

export const keyScope = z.enum(KEY_SCOPES);
