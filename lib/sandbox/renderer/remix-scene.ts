/** Applies a remix to a scene; everything that it does not name stays. */
import { readEdit } from "../drawing/scene/read-edit.ts";
import { readScene } from "../drawing/scene/read-scene.ts";
import type { Scene, SceneSubject } from "../drawing/scene/scene.ts";
import * as rules from "../drawing/scene/setting-words.ts";

/** Keeps the original prompt, because choices are hashed from it. */
export function remixScene(source: Scene, prompt: string): Scene {
  const text = prompt.toLowerCase();
  const intent = readEdit(prompt, source.seed, { hasMask: false, sourceCount: 1 });
  const named = readScene(prompt, source.seed);
  const distance = rules.allMatches(rules.DISTANCES, text);
  const features = rules.allMatches(rules.FEATURES, text);
  const weather = rules.firstMatch(rules.WEATHERS, text);
  const time = rules.firstMatch(rules.TIMES, text);
  const season = rules.firstMatch(rules.SEASONS, text);
  const ground = rules.firstMatch(rules.GROUNDS, text);
  const artStyle = rules.firstMatch(rules.ART_STYLES, text);
  const isNight = (time ?? source.time) === "night" || (time ?? source.time) === "dusk";
  const kept = source.features.filter((feature) => isNight || !/^(?:moon|stars|aurora)$/.test(feature));
  const changesPlace = ground !== undefined && !(ground === "snow" && season === "winter" && source.ground === "water");
  return {
    ...source,
    time: time ?? source.time,
    weather: weather ?? source.weather,
    season: season ?? source.season,
    ground: changesPlace ? ground : source.ground,
    distance: distance.length > 0 ? distance : source.distance,
    features: [...new Set([...kept, ...features])],
    stage: rules.firstMatch(rules.STAGES, text) ?? source.stage,
    artStyle: artStyle ?? source.artStyle,
    palette: intent.kind !== "recolour" && named.palette.length > 0 ? named.palette : source.palette,
    chroma: named.chroma === 1 ? source.chroma : named.chroma,
    subjects: remixSubjects(source.subjects, { intent, named: named.subjects, text }),
  };
}

type Change = { intent: ReturnType<typeof readEdit>; named: SceneSubject[]; text: string };

function remixSubjects(subjects: readonly SceneSubject[], { intent, named, text }: Change): SceneSubject[] {
  const loose = subjects.map((subject) => ({ ...subject, relation: undefined }));
  const isNamed = ({ kind }: SceneSubject) => named.some((other) => other.kind === kind);
  if (intent.kind === "remove") return loose.filter((subject) => !isNamed(subject));
  if (intent.kind === "recolour" && intent.colour) {
    const { colour } = intent;
    const hasTarget = subjects.some(isNamed);
    return subjects.map((subject) => (isNamed(subject) || !hasTarget ? { ...subject, colour } : subject));
  }
  const fresh = named.filter(({ kind }) => !subjects.some((subject) => subject.kind === kind));
  if (intent.kind === "replace" && named.length > 0) {
    const replacement = named.at(-1);
    const gone =
      named.length > 1 ? named.slice(0, -1).map(({ kind }) => kind) : subjects.slice(0, 1).map(({ kind }) => kind);
    if (!replacement) return [...subjects];
    return subjects.map((subject) =>
      gone.includes(subject.kind) ? { ...subject, kind: replacement.kind, colour: replacement.colour } : subject,
    );
  }
  // "now with a whale instead" takes the place of the first; anything else that is new joins.
  if (/\binstead\b/.test(text) && fresh[0] && subjects[0]) {
    const [replacement] = fresh;
    return subjects.map((subject, index) =>
      index === 0 ? { ...subject, kind: replacement.kind, colour: replacement.colour } : subject,
    );
  }
  const changed = subjects.map((subject) => {
    const match = named.find(({ kind }) => kind === subject.kind);
    if (!match) return subject;
    return { ...subject, colour: match.colour ?? subject.colour, count: match.count > 1 ? match.count : subject.count };
  });
  return [...changed, ...fresh.map((subject) => ({ ...subject, relation: undefined }))];
}
