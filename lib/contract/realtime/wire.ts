/** The wire of OpenAI's Realtime API over HTTP (wire-formats §12.1). */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";

export const clientSecretRequest = z
  .looseObject({
    session: z
      .looseObject({ model: z.string().min(1).describe("`<provider>/<model>`, an alias or a route.") })
      .describe("Settings of the session, which pass unchanged except for the model."),
    expires_after: optional(z.looseObject({}), "Lifetime of the secret: `{anchor, seconds}`."),
  })
  .meta({ id: "ClientSecretRequest" });

export type ClientSecretRequest = z.output<typeof clientSecretRequest>;
