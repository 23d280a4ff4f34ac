/** Reads from the prompt how to film it: the camera, the pace and the times of day. */
import type { Scene, TimeOfDay } from "../drawing/scene/scene.ts";
import { TIMES } from "../drawing/scene/setting-words.ts";
import { createRandom, hash } from "../random.ts";
import type { CameraMove } from "./camera.ts";

export type Shot = {
  move: CameraMove;
  /** Reach of the camera; 1 is normal. */
  reach: number;
  /** Scene seconds per film second. */
  pace: number;
  /** Scene seconds per film second, for clouds, stars and sun. */
  skyPace: number;
  /** Times of day in order, evenly over the film; a single one stays. */
  hours: readonly [TimeOfDay, ...TimeOfDay[]];
};

const MOVES: readonly (readonly [RegExp, CameraMove])[] = [
  [
    /\b(static|locked(?:[- ]off)?|fixed|tripod|motionless|unmoving) (?:camera|shot|frame|view)\b|\bcamera (?:is |stays |remains )?(?:static|still|fixed|locked)\b|\bno camera (?:movement|motion)\b|\btripod\b/,
    "static",
  ],
  [/\bpan\w*[^,.;]{0,24}\bleft\b|\bcamera[^,.;]{0,30}\b(?:to the )?left\b|\bleft(?:ward)? pan\b/, "pan-left"],
  [/\bpan\w*[^,.;]{0,24}\bright\b|\bcamera[^,.;]{0,30}\b(?:to the )?right\b|\bright(?:ward)? pan\b/, "pan-right"],
  [
    /\b(zoom\w*|pull\w*|dolly|dollies|moves?|track\w*)[- ](?:slowly )?(?:out|back|away)\b|\bwide reveal\b|\breveal\w*\b/,
    "pull-out",
  ],
  [
    /\b(orbit\w*|circl(?:es|ing) (?:around|the)|arc shot|rotat\w+ around|360|parallax|around the (?:subject|scene))\b/,
    "orbit",
  ],
  [
    /\b(drone|aerial|crane|fly[- ]?over|flies over|rising (?:shot|camera)|camera (?:rises|ascends|lifts)|tilt\w* up|pedestal up|bird'?s[- ]eye)\b/,
    "rise",
  ],
  [/\b(tilt\w* down|camera (?:descends|sinks|lowers)|pedestal down)\b/, "sink"],
  [
    /\b(zoom\w*|push\w*[- ]in|dolly[- ]?in|dollies in|close[- ]?up|moves? (?:closer|forward|in)|approach\w*|dolly zoom)\b/,
    "push-in",
  ],
  [/\b(hand[- ]?held|shaky|documentary|found footage)\b/, "handheld"],
  [/\b(pan(?:s|ning)?|sweep\w*)\b/, "pan-right"],
];

const USUAL_MOVES: readonly [CameraMove, ...CameraMove[]] = ["push-in", "push-in", "pull-out", "orbit"];

/** @param text whole prompt in lower case */
export function readShot(text: string, scene: Scene): Shot {
  const random = createRandom(hash(scene.prompt.toLowerCase(), String(scene.seed), "shot"));
  const usual = random.pick(USUAL_MOVES);
  const named = MOVES.find(([pattern]) => pattern.test(text))?.[1];
  const isSlow = /\bslow[- ]?mo(?:tion)?\b/.test(text);
  const isLapse = /\b(time[- ]?lapse|hyper[- ]?lapse|zeitraffer)\b/.test(text);
  const isGraphic = /^(?:pattern|logo|isometric|flat)$/.test(scene.artStyle) || scene.stage === "abstract";
  return {
    move: named ?? (isGraphic ? "push-in" : usual),
    reach: (named ? 1 : isGraphic ? 0.35 : 0.7) * (/\b(slow\w*|gentl\w*|subtle)\b/.test(text) ? 0.75 : 1),
    pace: isSlow ? 0.4 : isLapse ? 1.3 : 1,
    skyPace: isSlow ? 0.8 : isLapse ? 16 : 1.8,
    hours: readHours(text, scene, isLapse),
  };
}

const CYCLE = ["dawn", "day", "sunset", "dusk", "night"] as const satisfies readonly TimeOfDay[];

/** Reads "day to night", "sunset turns to night", "from night until morning", "timelapse of a day". */
function readHours(text: string, { time, stage }: Scene, isLapse: boolean): Shot["hours"] {
  if (stage !== "landscape" && stage !== "sky") return [time];
  if (
    /\b(?:whole|full|entire|single|one) day\b|\btime[- ]?lapse of (?:a|one|the) day\b|\bday cycle\b|\bdawn to dusk to\b/.test(
      text,
    )
  )
    return CYCLE;
  const named = TIMES.flatMap(([pattern, hour]) =>
    [...text.matchAll(new RegExp(pattern, "g"))].map(({ index }) => ({ index, hour })),
  )
    .toSorted((a, b) => a.index - b.index)
    .map(({ hour }) => hour)
    .filter((hour, index, all) => hour !== all[index - 1]);
  const isChange =
    isLapse || /\b(?:to|into|until|till|then|becom\w+|turn\w*|fad\w+|chang\w+|transition\w*|falls?)\b/.test(text);
  const [first, second] = named;
  if (first && second && isChange) return between(first, second);
  if (/\bnight ?falls?\b|\b(?:sun|light) (?:is )?(?:setting|sets|goes down|fades)\b/.test(text))
    return ["sunset", "dusk", "night"];
  if (/\b(?:sun|day) (?:is )?(?:rising|rises|comes up|breaks)\b/.test(text)) return ["dawn", "day"];
  if (isLapse && first === "sunset") return ["day", "sunset", "dusk"];
  if (isLapse && first === "dawn") return ["dawn", "day"];
  return [first ?? time];
}

/** Returns the times of day from the first to the last, in the order of a day. */
function between(first: TimeOfDay, last: TimeOfDay): Shot["hours"] {
  const hours: [TimeOfDay, ...TimeOfDay[]] = [first];
  for (let at = CYCLE.indexOf(first); CYCLE[at] !== last; ) {
    at = (at + 1) % CYCLE.length;
    hours.push(CYCLE[at] ?? last);
  }
  return hours;
}
