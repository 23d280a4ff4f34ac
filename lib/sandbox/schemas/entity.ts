/** Entities: what the fields of one object are about, so that they agree: a city and its country, a person's address. */
import { CITIES, type City, citiesIn } from "../facts/cities.ts";
import { createRandom, hash } from "../random.ts";
import { spacedName } from "../text/field-candidates.ts";
import type { Mentions } from "../text/mentions.ts";

export type Entity = {
  /** True when the words name it, so that its values are facts and no placeholders. */
  isNamed: boolean;
  stringFor(name: string, path: string): string | undefined;
  numberFor(name: string, path: string): number | undefined;
  /** Returns the number of items that are known of a list. */
  countFor(name: string): number | undefined;
};

const NOTHING = { stringFor: () => undefined, numberFor: () => undefined, countFor: () => undefined };
export const NO_ENTITY: Entity = { isNamed: false, ...NOTHING };

const CITY_FIELD = /\b(city|town|country|population|inhabitants|capital|landmarks?|sights?|monuments?)\b/;
const PERSON_FIELD =
  /\b((first|last|full|sur|given|family)? ?name|person|author|customer|user|e ?mail|participant|attendee|contact|employee|owner)\b/;
const LANDMARK = /\b(?:landmarks?|sights?|monuments?|attractions?)\[(\d+)\]/i;

/** True for a list item with such fields: it is an entity of its own. Landmarks belong to their city. */
export function isOwnEntity(path: string, names: string[]): boolean {
  if (path === "") return true;
  if (!path.endsWith("]") || LANDMARK.test(path)) return false;
  return names.some((name) => CITY_FIELD.test(spacedName(name)) || PERSON_FIELD.test(spacedName(name)));
}

type EntityOptions = {
  /** Field names of the object. */
  names: string[];
  mentions: Mentions;
  seed: number;
  /** Entities before this one in the value. */
  number: number;
};

export function openEntity({ names, mentions, seed, number }: EntityOptions): Entity {
  const spaced = names.map(spacedName);
  if (spaced.some((name) => CITY_FIELD.test(name))) {
    const named = citiesIn(mentions.text);
    const city = named[number] ?? (number === 0 ? undefined : named.at(-1 - number));
    const fallback = CITIES[(hash(String(seed)) + number * 7) % CITIES.length];
    const chosen = city ?? fallback;
    const own = chosen ? cityEntity(chosen, city !== undefined) : NO_ENTITY;
    const person = personEntity({ mentions, seed, number });
    return { ...own, stringFor: (name, path) => own.stringFor(name, path) ?? person.stringFor(name, path) };
  }
  if (spaced.some((name) => PERSON_FIELD.test(name))) return personEntity({ mentions, seed, number });
  return NO_ENTITY;
}

function cityEntity(city: City, isNamed: boolean): Entity {
  const landmarkAt = (path: string) => city.landmarks[Number(LANDMARK.exec(path)?.[1] ?? Number.NaN)];
  return {
    isNamed,
    stringFor(name, path) {
      const landmark = landmarkAt(path);
      if (landmark)
        return /\b(name|title|landmark|sight|monument|attraction)\b/.test(spacedName(name)) ? landmark.name : undefined;
      const field = spacedName(name);
      if (/\b(country|nation)\b/.test(field)) return city.country;
      return /^(city|town|place|location|name|capital|city name|name of city)$|\bcity\b/.test(field)
        ? city.name
        : undefined;
    },
    numberFor(name, path) {
      const landmark = landmarkAt(path);
      const field = spacedName(name);
      if (landmark)
        return /\b(built|year|since|founded|opened|constructed|completed)\b/.test(field) ? landmark.built : undefined;
      return /\b(population|inhabitants)\b/.test(field) ? city.population : undefined;
    },
    countFor: (name) => (LANDMARK.test(`${name}[0]`) ? city.landmarks.length : undefined),
  };
}

const PEOPLE = [
  "Alex Morgan",
  "Sam Rivera",
  "Kim Lindqvist",
  "Nora Becker",
  "Leo Tanaka",
  "Mia Okafor",
  "Ben Costa",
  "Ida Novak",
];

function personEntity({ mentions, seed, number }: Omit<EntityOptions, "names">): Entity {
  const made = PEOPLE[(createRandom(seed).integer(PEOPLE.length) + number) % PEOPLE.length] ?? "Alex Morgan";
  const name = mentions.names[number] ?? made;
  const [first = "", ...rest] = name.split(" ");
  return {
    ...NO_ENTITY,
    stringFor(field) {
      const spaced = spacedName(field);
      if (/\be ?mail\b/.test(spaced)) return `${toAscii(name).replaceAll(/[^a-z]+/g, ".")}@example.com`;
      if (/\b(first|given) name\b/.test(spaced)) return first;
      if (/\b(last|sur|family) ?name\b/.test(spaced)) return rest.join(" ") || "Morgan";
      if (/\b(user ?name|login|handle)\b/.test(spaced)) return toAscii(first);
      return /\b(name|person|author|customer|user|participant|attendee|contact|employee|owner)\b/.test(spaced)
        ? made
        : undefined;
    },
  };
}

function toAscii(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}
