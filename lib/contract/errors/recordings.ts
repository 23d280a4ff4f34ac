/** Errors of recorded responses that are called as models. */
import { defineErrors } from "./define-errors.ts";
import { alternatives, quote } from "./wording.ts";

const LONGEST_NAME = 64;

export const recordingErrors = defineErrors({
  recordingNotFound: {
    status: 404,
    code: "recording_not_found",
    param: "model",
    message: ({ id }: { id: string }) =>
      `There is no recorded response ${quote(id, LONGEST_NAME)} of this key: it was not recorded, was removed since, or belongs to another key. GET /api/requests lists recorded requests as \`recorded\`.`,
    sample: { id: "req_3f1c9a5be2" },
  },
  recordingNotPlayable: {
    status: 409,
    code: "recording_not_playable",
    param: "model",
    message: ({ model, reason }: { model: string; reason: string }) =>
      `The recorded response ${quote(model, LONGEST_NAME)} cannot be played: ${reason}.`,
    sample: { model: "replay/req_3f1c9a5be2", reason: "it has media, of which only references are stored" },
  },
  replayOptionInvalid: {
    status: 400,
    code: "replay_option_invalid",
    param: "model",
    message: ({ option }: { option: string }) =>
      `The option ${quote(option, LONGEST_NAME)} of a recorded response is not valid. Use \`speed\` with a number up to 1000 or "max", or \`cut\` with a number of events or a percentage such as 50%.`,
    sample: { option: "speed=fast" },
  },
  cassetteNotFound: {
    status: 404,
    code: "model_not_found",
    param: "model",
    message: ({ provider, name, known }: { provider: string; name: string; known: readonly string[] }) =>
      `Provider ${quote(provider)} has no cassette ${quote(name, LONGEST_NAME)} in its folder. ${known.length > 0 ? `Use ${alternatives(known)}.` : "Record one with `parlance record`."}`,
    sample: { provider: "cassettes", name: "greting", known: ["greeting"] },
  },
  cassetteInvalid: {
    status: 502,
    code: "cassette_invalid",
    message: ({ provider, name, problem }: { provider: string; name: string; problem: string }) =>
      `The cassette ${quote(name, LONGEST_NAME)} of ${quote(provider)} ${problem}. Record it again with \`parlance record\`.`,
    sample: { provider: "cassettes", name: "greeting", problem: "is not JSON" },
  },
});
