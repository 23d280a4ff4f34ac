/** Bodies of `POST /v1/audio/speech`: each wrong one is a 400 that names its field. */
import { afterAll, beforeAll, describe } from "vitest";
import { mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { speechRoute } from "#tests/support/json-routes.ts";
import { itRefuses, type WrongBody } from "#tests/support/wrong-bodies.ts";

const base = { input: "Hi", voice: "alloy" };
const wrong = (field: string, values: readonly unknown[], param = field): WrongBody[] =>
  values.map((value) => [`${field} ${JSON.stringify(value) ?? "nothing"}`, { ...base, [field]: value }, param]);

const table: WrongBody[] = [
  ["no object", [], null],
  ["text", "text", null],
  ["a number", 5, null],
  ["null", null, null],
  ["nothing in it", {}, "input"],
  ...wrong("model", [undefined, null, 5, "", [], {}, true, 0]),
  ...wrong("input", [undefined, null, 5, "", [], {}, true, ["Hi"], { text: "Hi" }]),
  ...wrong("voice", [undefined, null, 5, "", [], true, ["alloy"]]),
  ...wrong("voice", [{}, { id: 5 }, { id: "" }, { id: null }, { name: "alloy" }], "voice.id"),
  ...wrong("instructions", [5, [], {}, true, 0]),
  ...wrong("response_format", [5, "", "ogg", "MP3", [], {}, true, "wave"]),
  ...wrong("speed", [0, 0.2, 4.1, -1, "1", [], {}, true, "fast", 1e308]),
  ...wrong("stream_format", [5, "", "events", "SSE", [], {}, true, false]),
];

describe.each(mounts)("on the %s mount, POST /v1/audio/speech refuses", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());
  itRefuses({ gateway: () => gateway, route: speechRoute, table });
});
