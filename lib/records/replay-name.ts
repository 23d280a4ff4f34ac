/** Name of a recorded response as a model, with options: `<id>?speed=4&cut=30`, or `<id>;speed=4;cut=30` in a path. */
import { errors } from "#lib/http/errors.ts";

export type ReplayName = {
  /** Id of the request, or name of the cassette. */
  name: string;
  /** Factor on the recorded times; 0 plays without waits. */
  speed: number;
  /** End after so many events, or after a percentage of all; undefined to play all. */
  cut: { count: number; isPercent: boolean } | undefined;
};

const SPEED = /^(?:\d{1,4}(?:\.\d{1,3})?|max)$/;
const CUT = /^(\d{1,7})(%?)$/;
const FASTEST = 1_000;

/** @throws GatewayError 400 for an option that is unknown, or has another form */
export function readReplayName(model: string): ReplayName {
  const [name = "", ...options] = model.split(/[?;&]/);
  let speed = 1;
  let cut: ReplayName["cut"];
  for (const option of options.filter((text) => text !== "")) {
    const [key, value = ""] = option.split("=", 2);
    const parts = CUT.exec(decodePercent(value));
    if (key === "speed" && SPEED.test(value) && Number(value) <= FASTEST) speed = Number(value);
    else if (key === "speed" && value === "max") speed = 0;
    else if (key === "cut" && parts) cut = { count: Number(parts[1]), isPercent: parts[2] === "%" };
    else throw errors.replayOptionInvalid({ option });
  }
  if (cut?.isPercent && cut.count > 100) throw errors.replayOptionInvalid({ option: `cut=${cut.count}%` });
  return { name, speed, cut };
}

/** In a query, `%` is written as `%25`. */
function decodePercent(value: string): string {
  return value.replace(/%25$/, "%");
}
