/** Errors of uploaded files and of requests that refer to them. */
import { formatBytes } from "../format-bytes.ts";
import { defineErrors } from "./define-errors.ts";
import { alternatives, code, count, quote } from "./wording.ts";

const UPLOAD_NOT_FOUND = { status: 404, code: "upload_not_found", param: "upload_id" } as const;
const UPLOAD_BUSY = { status: 409, code: "upload_busy" } as const;

const uploadState = (bytes: number) => ({
  "x-goog-upload-status": "active",
  "x-goog-upload-size-received": String(bytes),
});

export const fileErrors = defineErrors({
  fileTooLarge: {
    status: 413,
    code: "file_too_large",
    param: "file",
    message: ({ limit }: { /** In bytes. */ limit: number }) =>
      `The file must have at most ${formatBytes(limit)}. Send a smaller file.`,
    sample: { limit: 512 * 1024 * 1024 },
  },
  fileEmpty: {
    status: 400,
    code: "empty_file",
    param: "file",
    message: "The file is empty. Send at least one byte.",
  },
  fileNotFound: {
    status: 404,
    code: "file_not_found",
    message: ({ id }: { id: string }) =>
      `File ${quote(id)} not found. It may have expired, been deleted, or belong to another key.`,
    sample: { id: "file-abc" },
  },
  referencedFileNotFound: {
    status: 400,
    code: "file_not_found",
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} must be an uploaded file; ${quote(id)} not found. Upload it again with this key.`,
    sample: { param: "messages[0].content[1].file.file_id", id: "file-abc" },
  },
  imageFileNotFound: {
    status: 400,
    code: "invalid_value",
    message: ({ param, id }: { param: string; id: string }) =>
      `${code(param)} must be an uploaded file of this key; ${quote(id)} not found. Upload it and send its id.`,
    sample: { param: "images[0].file_id", id: "file-abc" },
  },
  referencedFileTooLarge: {
    status: 413,
    code: "file_too_large",
    message: ({ filename, bytes }: { filename: string; bytes: number }) =>
      `The file ${quote(filename)} (${formatBytes(bytes)}) makes the request too large. Refer to a smaller file.`,
    sample: { filename: "film.mp4", bytes: 200 * 1024 * 1024 },
  },
  fileCursorNotFound: {
    status: 400,
    code: "invalid_value",
    message: ({ param }: { param: string }) =>
      `${code(param)} must be the id of a file of this key. Start again at the first page.`,
    sample: { param: "after" },
  },
  uploadIncomplete: {
    status: 400,
    code: "upload_broken_off",
    message: "The connection closed before the upload was complete. Upload the file again.",
  },
  uploadNotFound: {
    ...UPLOAD_NOT_FOUND,
    message: "Upload not found. It has finished, been cancelled or expired; start a new one.",
  },
  uploadOfAnotherKey: {
    ...UPLOAD_NOT_FOUND,
    message: "Upload not found for this key. Use the key that started it, or start a new one.",
  },
  uploadOffsetWrong: {
    status: 400,
    code: "wrong_offset",
    param: "x-goog-upload-offset",
    headers: ({ expected }) => uploadState(expected),
    message: ({ expected, got }: { expected: number; got: number }) =>
      `Expected an upload chunk starting at byte ${count(expected)}; got ${count(got)}. Resume at the expected byte.`,
    sample: { expected: 262_144, got: 0 },
  },
  uploadShort: {
    status: 400,
    code: "upload_incomplete",
    headers: ({ bytes }) => uploadState(bytes),
    message: ({ bytes, expected }: { bytes: number; expected: number }) =>
      `The upload has ${count(bytes)} of ${count(expected)} announced bytes. Send the rest before finalizing.`,
    sample: { bytes: 5, expected: 10 },
  },
  uploadInUse: {
    ...UPLOAD_BUSY,
    message: "Another request is writing to this upload. Wait until it ends, then query the upload's size.",
  },
  uploadTakenOver: {
    ...UPLOAD_BUSY,
    message: "Another request took over this upload. Query its size before you send the next chunk.",
  },
  uploadProtocolInvalid: {
    status: 400,
    param: "x-goog-upload-protocol",
    message: ({ got }: { got: string }) =>
      `Header \`x-goog-upload-protocol\` must be resumable, multipart or raw; got ${quote(got, 40)}.`,
    sample: { got: "tus" },
  },
  uploadCommandInvalid: {
    status: 400,
    param: "x-goog-upload-command",
    message: ({ got, commands }: { got: string; commands: readonly string[] }) =>
      `Header \`x-goog-upload-command\` must be ${alternatives(commands)}; got ${quote(got, 60)}.`,
    sample: { got: "pause", commands: ["upload", "finalize"] },
  },
  uploadHeaderMissing: {
    status: 400,
    message: ({ param }: { param: string }) => `Missing header ${code(param)}. Send a whole number of bytes.`,
    sample: { param: "x-goog-upload-offset" },
  },
  uploadHeaderNotNumber: {
    status: 400,
    message: ({ param, got }: { param: string; got: string }) =>
      `Header ${code(param)} must be a whole number of bytes; got ${quote(got, 40)}.`,
    sample: { param: "x-goog-upload-offset", got: "1.5" },
  },
  fileMetadataNotJson: {
    status: 400,
    code: "invalid_json",
    message: "Invalid JSON in the file's metadata. Send a JSON object with `file`.",
  },
  fileNameNotAllowed: {
    status: 400,
    param: "file.name",
    message: "`file.name` must be absent: the gateway names files itself. Use `file.displayName`.",
  },
  relatedTooManyParts: {
    status: 400,
    message: "The multipart body must have exactly two parts: the metadata, then the file; got more.",
  },
  relatedTooFewParts: {
    status: 400,
    message: "The multipart body must have exactly two parts: the metadata as JSON, then the file; got fewer.",
  },
});
