/** Directs a request: the scene, the changes of a remix, the shot and the acts of its figures. */
import type { Light } from "../drawing/composition/light.ts";
import { readScene } from "../drawing/scene/read-scene.ts";
import { readSubjects } from "../drawing/scene/read-subjects.ts";
import type { Scene, SceneSubject, TimeOfDay } from "../drawing/scene/scene.ts";
import * as rules from "../drawing/scene/setting-words.ts";
import { createActs } from "./acts/create-acts.ts";
import { createCamera, type Size } from "./camera.ts";
import { createFilm, createFrameSurface, type Film, fadeFilms } from "./film.ts";
import { createImageFilm, dissolve } from "./image-film.ts";
import { readAction } from "./read-action.ts";
import { readShot, type Shot } from "./read-shot.ts";
import { remixScene } from "./remix-scene.ts";
import { styleFilm } from "./style-film.ts";
import type { VideoRequest } from "./video-request.ts";
import type { YuvGrade } from "./write-yuv.ts";

type Direction = { film: Film } & YuvGrade;

/** @param lastAt time of the last frame, in seconds */
export async function direct(request: VideoRequest, lastAt: number): Promise<Direction> {
  const { prompt, seed, width, height, seconds, negativePrompt, remix } = request;
  const source = readScene(withoutCamera(prompt), seed);
  const changed = remix ? remixScene(source, remix.prompt) : source;
  const scene = withoutUnwanted(changed, negativePrompt);
  // A camera or an action in the remix prompt comes before the one in the original prompt.
  const text = `${remix ? `${remix.prompt}. ` : ""}${prompt}`.toLowerCase();
  const shot = readShot(text, scene);
  const size: Size = { width, height };
  if (request.image) {
    const given = { scene, shot, text, size, seconds };
    const film = await createImageFilm(request.image, "image", given);
    return { film: await endingWith(request.lastFrame, film, { ...given, lastAt }), chroma: 1, contrast: 0 };
  }
  const film = styleFilm(scene, size, (drawn) => filmOf(stageFor(scene, text), { shot, text, size: drawn, seconds }));
  const ended = await endingWith(request.lastFrame, film, { scene, shot, text, size, seconds, lastAt });
  return { film: ended, chroma: scene.chroma, contrast: request.lastFrame ? 0 : 0.1 };
}

type Plan = { shot: Shot; text: string; size: Size; seconds: number };

/** Creates one film for each time of day, fading into the next. */
function filmOf(scene: Scene, { shot, text, size, seconds }: Plan): Film {
  const camera = createCamera(shot.move, { pace: shot.reach, isTall: size.height > size.width });
  const direction = { "pan-left": -1, "pan-right": 1 }[shot.move as string] ?? 0;
  const [first, ...rest] = shot.hours.map((hour, index) =>
    createFilm({
      scene: { ...scene, time: hour },
      camera,
      size,
      seconds,
      pace: shot.pace,
      skyPace: shot.skyPace,
      actsFor: (aspect) => createActs({ text, seconds: seconds * shot.pace, aspect, seed: scene.seed, direction }),
      ...(shot.hours.length > 1 && { sunAt: sunPath(shot.hours, index, seconds) }),
    }),
  );
  if (!first) throw new Error("A shot has at least one hour.");
  return fadeFilms([first, ...rest], { size, seconds });
}

type Ending = Parameters<typeof createImageFilm>[2] & { lastAt: number };

/** The film of the last image runs backwards, so that it ends in the image itself. */
async function endingWith(image: Uint8Array | undefined, film: Film, { lastAt, ...given }: Ending): Promise<Film> {
  if (!image) return film;
  const calm = { ...given, shot: { ...given.shot, hours: [given.shot.hours[0]] as const } };
  const last = await createImageFilm(image, "lastFrame", calm);
  const reversed: Film = { draw: (frame, time) => last.draw(frame, Math.max(0, lastAt - time)) };
  return dissolve(film, reversed, { seconds: lastAt, other: createFrameSurface(given.size) });
}

/** Matches "The camera pans left", "orbit shot", "tracking shot of"; not a camera that lies on a table. */
const CAMERA_WORDS = [
  /\b(?:the |a )?(?:hand[- ]?held |static |fixed |moving )?camera\b(?! (?:on|in|lies|lying|sits|with)\b)[^,.;]*/gi,
  /\b(?:drone|orbit(?:ing)?|tracking|aerial|crane|arc|dolly|panning|static|hand[- ]?held|close[- ]?up|wide|establishing) (?:shot|footage|view|video)s?(?: of)?\b/gi,
];

/** Words about the camera name no subjects. */
function withoutCamera(prompt: string): string {
  return CAMERA_WORDS.reduce((text, pattern) => text.replaceAll(pattern, ""), prompt);
}

/** Acts may need another drawing of a figure, or another stage. */
function stageFor(scene: Scene, text: string): Scene {
  const subjects = scene.subjects.map((subject) => fromTheSide(subject, text));
  const isLaunch =
    /^(?:sky|space|studio)$/.test(scene.stage) &&
    subjects.some(({ kind }) => kind === "rocket" && readAction(text, kind).manner === "leap") &&
    !/\b(in space|outer space|orbit|galaxy|moon|planets?)\b/.test(text);
  if (!isLaunch) return { ...scene, subjects };
  return {
    ...scene,
    stage: "landscape",
    subjects: subjects.map((subject) => (subject.kind === "rocket" ? { ...subject, isGrounded: true } : subject)),
  };
}

/** Animals that are drawn sitting get a drawing from the side, in which they can move. */
function fromTheSide(subject: SceneSubject, text: string): SceneSubject {
  if (!/^(?:dog|cat)$/.test(subject.kind)) return subject;
  return /^(?:walk|run|leap)$/.test(readAction(text, subject.kind).manner)
    ? { ...subject, kind: `${subject.kind}-side` }
    : subject;
}

function withoutUnwanted(scene: Scene, negativePrompt = ""): Scene {
  const text = negativePrompt.toLowerCase();
  if (!text.trim()) return scene;
  const kinds = readSubjects(text).subjects.map(({ kind }) => kind);
  const features = rules.allMatches(rules.FEATURES, text);
  const distances = rules.allMatches(rules.DISTANCES, text);
  return {
    ...scene,
    subjects: scene.subjects
      .filter(({ kind }) => !kinds.includes(kind))
      .map((subject) => ({ ...subject, relation: undefined })),
    features: scene.features.filter((feature) => !features.includes(feature)),
    distance: scene.distance.filter((distance) => !distances.includes(distance)),
    weather: rules.firstMatch(rules.WEATHERS, text) === scene.weather ? "clear" : scene.weather,
  };
}

/** Height of the sun at each time of day: 0 is its highest point, 1 the horizon. */
const ALTITUDES: Record<TimeOfDay, number> = { dawn: 1, day: 0.3, sunset: 0.93, dusk: 1.35, night: 1.8 };

/** Moves one sun through all films of a shot, so that there are never two; the moon appears when the sun is gone. */
function sunPath(
  hours: readonly TimeOfDay[],
  index: number,
  seconds: number,
): (time: number, sun: Light["sun"]) => Light["sun"] {
  const own = hours[index];
  return (time, sun) => {
    const place = Math.max(0, Math.min(hours.length - 1, (time / seconds) * (hours.length - 1)));
    const before = hours[Math.floor(place)] ?? "day";
    const after = hours[Math.min(hours.length - 1, Math.floor(place) + 1)] ?? before;
    const share = place % 1;
    const down = ALTITUDES[before] + (ALTITUDES[after] - ALTITUDES[before]) * share;
    if (own !== "night") return { ...sun, y: sun.y > 0 ? 0.6 * down : sun.y };
    const risen = 1 - Math.min(1, Math.abs(place - index));
    return { ...sun, y: sun.y + (0.68 - sun.y) * (1 - risen) ** 1.4 };
  };
}
