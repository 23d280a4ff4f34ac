/** Bodies of `/api/session` and `/api/session/links`. */
import { z } from "zod";

export const signInSchema = z
  .union([
    z.strictObject({ key: z.string().min(1).max(512).describe("An API key.") }),
    z.strictObject({ token: z.string().min(1).max(512).describe("The token of the printed sign-in link.") }),
  ])
  .meta({ id: "SignInRequest" });

export const signInLinkSchema = z
  .looseObject({
    path: z.string().describe("Path and fragment of the link, to open at the gateway's address."),
    expires_at: z.int().describe("Unix milliseconds."),
  })
  .meta({ id: "SignInLink", description: "A link that signs one browser in, once." });

export type SignInLink = z.infer<typeof signInLinkSchema>;
