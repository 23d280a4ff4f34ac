/** Errors of multipart bodies and their parts. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, quote, sentence } from "./wording.ts";

const INVALID_MULTIPART = { status: 400, code: "invalid_multipart" } as const;
const INVALID_FORM = { status: 400, code: "invalid_form" } as const;

export const formErrors = defineErrors({
  notMultipart: {
    ...INVALID_MULTIPART,
    message: ({ contentType }: { contentType: string }) =>
      `Header \`content-type\` must be multipart with a boundary; got ${contentType ? quote(contentType) : "none"}.`,
    sample: { contentType: "text/plain" },
  },
  multipartTooManyParts: {
    ...INVALID_MULTIPART,
    message: ({ limit }: { limit: number }) => `The multipart body must have at most ${limit} parts. Send fewer parts.`,
    sample: { limit: 100 },
  },
  multipartNotClosed: {
    ...INVALID_MULTIPART,
    message: "The multipart body ends before its closing boundary. Send the complete body.",
  },
  multipartWithoutParts: {
    ...INVALID_MULTIPART,
    message: "The multipart body has no parts. Check that its boundary is the one in `content-type`.",
  },
  multipartTextTooLong: {
    ...INVALID_MULTIPART,
    message: ({ limit }: { /** In bytes. */ limit: number }) =>
      `Each part of the multipart body that is not a file must have at most ${formatBytes(limit)}. Send a shorter text.`,
    sample: { limit: 65_536 },
  },
  multipartPartWithoutHeader: {
    ...INVALID_MULTIPART,
    message: "A part of the multipart body has no header. Add its `content-disposition`.",
  },
  multipartHeaderCut: {
    ...INVALID_MULTIPART,
    message: "The multipart body ends within the header of a part. Send the complete body.",
  },
  multipartMalformed: {
    ...INVALID_MULTIPART,
    message: ({ reason }: { reason: string }) => `The multipart body is malformed: ${sentence(reason)}`,
    sample: { reason: "header too large" },
  },
  formPartWithoutName: {
    ...INVALID_FORM,
    message: "Each part of the form must have a name in its `content-disposition`; one has none.",
  },
  formFieldNotFile: {
    ...INVALID_FORM,
    message: ({ field }: { field: string; param: string }) =>
      `${code(field)} must be a file. Add a filename to its part of the form.`,
    sample: { field: "image[]", param: "image" },
  },
  formFileInOtherField: {
    ...INVALID_FORM,
    message: ({ param, fields }: { param: string; fields: readonly string[] }) =>
      `Files must be in ${alternatives(fields.map(code))}; got one in ${code(param)}.`,
    sample: { param: "picture", fields: ["image", "mask"] },
  },
  formFieldRepeated: {
    ...INVALID_FORM,
    message: ({ param }: { param: string }) => `${code(param)} must occur once in the form; got several.`,
    sample: { param: "mask" },
  },
  formTooManyImages: {
    ...INVALID_FORM,
    param: "image",
    message: ({ limit }: { limit: number }) => `\`image\` must contain at most ${limit} files. Send fewer images.`,
    sample: { limit: 16 },
  },
  formFileEmpty: {
    ...INVALID_FORM,
    message: ({ param, filename }: { param: string; filename: string }) =>
      `The file ${quote(filename)} in ${code(param)} is empty. Send at least one byte.`,
    sample: { param: "image", filename: "fox.png" },
  },
  formFileTooLarge: {
    status: 413,
    code: "file_too_large",
    message: ({ param, limit }: { param: string /** In bytes. */; limit: number }) =>
      `The file in ${code(param)} must have at most ${formatBytes(limit)}. Send a smaller file.`,
    sample: { param: "image", limit: 50 * 1024 * 1024 },
  },
  formWithoutFile: {
    ...INVALID_FORM,
    param: "file",
    message: ({ fields }: { fields: readonly string[] }) =>
      `Missing required field: \`file\`. The form has ${fields.length > 0 ? fields.map(code).join(", ").slice(0, 100) : "no fields"}.`,
    sample: { fields: ["purpose"] },
  },
  formWithoutImage: {
    status: 400,
    code: "missing_required_parameter",
    param: "image",
    message: "Missing required parameter: `image`. Send the image to edit as a file.",
  },
  expiresAfterIncomplete: {
    ...INVALID_FORM,
    param: "expires_after",
    message: "`expires_after` must have both `anchor` and `seconds`. Send both or neither.",
  },
});
