/** Errors that several operations share, by the names of the list of errors. */
import type { ErrorName } from "#lib/contract/errors/all-errors.ts";
import { limitErrors } from "#lib/contract/errors/limits.ts";
import { routeErrors } from "#lib/contract/errors/routes.ts";
import { sandboxErrors } from "#lib/contract/errors/sandbox.ts";
import { upstreamReplyErrors } from "#lib/contract/errors/upstream-replies.ts";
import { upstreamErrors } from "#lib/contract/errors/upstreams.ts";

type Names = readonly ErrorName[];

const namesOf = <Name extends ErrorName>(errors: Record<Name, unknown>) => Object.keys(errors) as Name[];

/** Errors of every operation. */
export const SERVER_ERRORS: Names = [
  "methodNotAllowed",
  "internalError",
  "shuttingDown",
  "storageFull",
  "storageLocked",
  "storageReadOnly",
  "storageUnreachable",
  "storageRefused",
  "storageFailing",
];

export const KEY_ERRORS: Names = [
  "missingApiKey",
  "malformedAuthorization",
  "invalidApiKey",
  "sessionExpired",
  "scopeRequired",
  "roleRequired",
  "crossSiteRequest",
  "tooManyWrongCredentials",
];

const FIELD_ERRORS: Names = ["invalidValue", "missingParameter", "missingByRule", "unknownParameter"];

/** Errors of reading a body of any type. */
const BODY_ERRORS: Names = [
  "bodyIncomplete",
  "bodyTooSlow",
  "bodyTooLarge",
  "compressedBody",
  "shuttingDownDuringBody",
  "bodyMemoryExhausted",
];

/** Errors of a JSON body and its fields. */
export const JSON_ERRORS: Names = [
  ...FIELD_ERRORS,
  "bodyEmpty",
  "bodyNotUtf8",
  "invalidJson",
  "jsonTooDeep",
  "jsonTooManyFields",
  "jsonTooManyValues",
  "wrongContentType",
  ...BODY_ERRORS,
];

export const FORM_ERRORS: Names = [
  ...FIELD_ERRORS,
  ...BODY_ERRORS,
  "notMultipart",
  "multipartTooManyParts",
  "multipartNotClosed",
  "multipartWithoutParts",
  "multipartTextTooLong",
  "multipartPartWithoutHeader",
  "multipartHeaderCut",
  "multipartMalformed",
  "formPartWithoutName",
  "formFieldNotFile",
  "formFileInOtherField",
  "formFieldRepeated",
];

/** Errors of a model's name, and of the limits of the key that calls it. */
export const MODEL_ERRORS: Names = [
  "providerNotFound",
  "modelNotFound",
  "modelNameNotFound",
  "modelNameAmbiguous",
  "modelRetired",
  "modelNameUnsafe",
  ...namesOf(limitErrors),
];

/** Errors of requests to a provider, and of the workers of the sandbox. */
export const UPSTREAM_ERRORS: Names = [
  ...namesOf(upstreamErrors),
  ...namesOf(upstreamReplyErrors),
  "taskQueueFull",
  "taskFailed",
  "taskNotInstalled",
  "taskLimitExceeded",
  "fieldLimitExceeded",
];

/** Errors of a call of a text model; those of one API are in its operation. */
export const CALL_ERRORS: Names = [
  ...KEY_ERRORS,
  ...JSON_ERRORS,
  ...MODEL_ERRORS,
  "modelServesMediaOnly",
  ...namesOf(routeErrors),
  "promptNotFound",
  "promptVersionNotFound",
  "promptVariableMissing",
  "promptVariableUnknown",
  "referencedFileNotFound",
  "referencedFileTooLarge",
  ...namesOf(sandboxErrors),
  ...UPSTREAM_ERRORS,
];

/** Errors of an operation without a body that needs a key and has parameters. */
export const READ_ERRORS: Names = [...KEY_ERRORS, ...FIELD_ERRORS];
