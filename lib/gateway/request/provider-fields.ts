/** Fields of requests that name a server and its key, as people paste them. */
import { z } from "zod";
import { findBaseUrlProblem } from "#lib/config/find-base-url-problem.ts";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { cleanApiKey, cleanBaseUrl } from "#lib/upstreams/clean-base-url.ts";

export const apiKey = z
  .string()
  .max(8_192)
  .transform(cleanApiKey)
  .refine((key) => /^[\x21-\x7e]*$/.test(key), { error: fieldRules.apiKey });

export const baseUrl = z
  .string()
  .min(1, { error: fieldRules.baseUrl })
  .max(2_048)
  .transform(cleanBaseUrl)
  .superRefine((url, context) => {
    const problem = findBaseUrlProblem(url);
    if (/[{}]/.test(url)) context.addIssue({ code: "custom", message: fieldRules.filledInUrl });
    else if (problem) context.addIssue({ code: "custom", message: fieldRules.type([problem]) });
  });
