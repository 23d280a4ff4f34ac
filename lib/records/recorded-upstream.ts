/** Upstreams whose models are recorded responses: of the request log, and of a folder of cassettes. */
import type { BuiltInModel, BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { listCassettes, readCassette } from "./cassettes.ts";
import { readReplayName } from "./replay-name.ts";

/** Id of the built-in upstream of the request log. */
const REPLAY = "replay";

/** Opens the upstream whose models are the ids of recorded requests. None is listed: there may be millions. */
export function openReplays(): BuiltInUpstream {
  return createRecordedUpstream({
    id: REPLAY,
    list: () => [],
    async readRecord(name, findLogged) {
      const record = name === "" ? undefined : await findLogged(name);
      if (!record) throw errors.recordingNotFound({ id: name });
      return record;
    },
  });
}

/** Opens the upstream whose models are the files of a folder. */
export function openCassettes({ id, folder }: { id: string; folder: string }): BuiltInUpstream {
  return createRecordedUpstream({
    id,
    list: () => listCassettes(folder),
    readRecord: (name) => readCassette(folder, { upstream: id, name }),
  });
}

function createRecordedUpstream({
  id,
  list,
  readRecord,
}: {
  id: string;
  list: () => string[];
  readRecord: NonNullable<BuiltInUpstream["readRecord"]>;
}): BuiltInUpstream {
  const refuse = (): never => {
    throw notAnsweredError(id);
  };
  return {
    id,
    get models() {
      return list().map((name) => createModel(name, id));
    },
    defaultModel: "",
    findModel: (name) => createModel(name, id),
    // The list of fields that a record would ignore: it was recorded for another request, so all or none.
    prepare: async () => ({ dropped: [], placeholders: [], respond: refuse }),
    readRecord: (model, findLogged) => readRecord(readReplayName(model).name, findLogged),
    images: { provide: refuse, supports: [] },
    embeddings: { embed: refuse },
    audio: { speak: refuse, transcribe: refuse },
    videos: { render: refuse },
  };
}

function notAnsweredError(id: string): GatewayError {
  return errors.recordingNotPlayable({
    model: id,
    reason: "recorded responses are played by the routes of text models",
  });
}

function createModel(name: string, upstream: string): BuiltInModel {
  return {
    id: name,
    name,
    description: upstream === REPLAY ? "Recorded response of the request log." : "Recorded response of a cassette.",
    contextWindow: 1_000_000,
    maxOutputTokens: 1_000_000,
    capabilities: {
      images: false,
      videos: false,
      embeddings: false,
      speech: false,
      transcription: false,
      streaming: true,
    },
  };
}
