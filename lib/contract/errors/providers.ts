/** Errors of connecting providers by `/api/providers`. */
import { defineErrors } from "./define-errors.ts";
import { quote } from "./wording.ts";

const INVALID = { status: 400, code: "invalid_value" } as const;

export const providerErrors = defineErrors({
  providerIdMissing: {
    ...INVALID,
    param: "id",
    message: "`id` must be set for this preset. Choose a name, for example my-server.",
  },
  providerKeyNeededAgain: {
    ...INVALID,
    param: "api_key",
    message: "`api_key` must be sent again because the host of `base_url` has changed.",
  },
  providerExists: {
    status: 409,
    code: "provider_exists",
    param: "id",
    message: ({ id }: { id: string }) =>
      `A provider ${quote(id)} already exists. Use another \`id\`, or PUT /api/providers/${id}.`,
    sample: { id: "openai" },
  },
  providerUnknown: {
    status: 404,
    code: "provider_not_found",
    message: ({ id }: { id: string }) => `No provider has the id ${quote(id)}. GET /api/providers lists all providers.`,
    sample: { id: "openai" },
  },
  providerConfigured: {
    status: 409,
    code: "provider_configured",
    message: ({ id, place }: { id: string /** Such as `the environment`. */; place: string }) =>
      `Provider ${quote(id)} is set by ${place}. Change it there.`,
    sample: { id: "openai", place: "the environment" },
  },
  doctorHasNoModel: {
    ...INVALID,
    param: "model",
    message: ({ reason }: { /** Why no model is listed. */ reason: string }) => `\`model\` must be named. ${reason}`,
    sample: { reason: "The server lists no models." },
  },
  doctorIsBusy: {
    status: 429,
    code: "doctor_busy",
    message: ({ limit }: { limit: number }) =>
      `The doctor already tries ${limit} servers. Wait until one of them is done, or cancel it.`,
    sample: { limit: 2 },
  },
  secretKeyDiffers: {
    status: 409,
    code: "secret_key_differs",
    message:
      "`api_key` can't be stored: another instance of the gateway has another PARLANCE_SECRET_KEY and could not read it. Set the same key on all instances, and try again after 15 seconds.",
  },
});
