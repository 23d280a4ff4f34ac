/** Subjects that can be painted: their names, heights and habitats. */
import type { Stage } from "./scene.ts";

export type Habitat = "ground" | "water" | "air" | "table" | "underwater" | "space";

export type SubjectKind = {
  kind: string;
  words: readonly string[];
  /** Height in metres, for relative sizes. */
  metres: number;
  habitat: Habitat;
  /** Stage when the prompt names no place. */
  stage: Stage;
};

/** Format: `kind metres habitat stage: names`. Descriptions use the first name. */
const LINES = `
cat 0.5 ground landscape: cat kitten kitty tabby katze chat gato gatto
dog 0.7 ground landscape: dog puppy hound corgi labrador husky hund chien perro cane
fox 0.7 ground landscape: fox fuchs renard zorro volpe
wolf 0.9 ground landscape: wolf coyote
horse 2 ground landscape: horse pony unicorn stallion pferd cheval caballo cavallo
deer 1.7 ground landscape: deer stag elk reindeer moose hirsch cerf ciervo
bear 1.8 ground landscape: bear grizzly bär ours oso orso
panda 1.5 ground landscape: panda
rabbit 0.4 ground landscape: rabbit bunny hare hase kaninchen lapin conejo
elephant 3 ground landscape: elephant elefant éléphant elefante
sheep 1 ground landscape: sheep lamb schaf mouton oveja
cow 1.5 ground landscape: cow bull cattle kuh vache vaca
penguin 0.9 ground landscape: penguin pinguin pingouin pingüino
duck 0.4 water landscape: duck duckling swan goose ente canard pato
flamingo 1.3 water landscape: flamingo heron crane
turtle 0.5 ground landscape: turtle tortoise schildkröte tortue tortuga
bird 0.3 air landscape: bird seagull sparrow robin eagle hawk crow raven vogel oiseau pájaro uccello
owl 0.5 ground landscape: owl eule hibou búho
parrot 0.5 air landscape: hummingbird parrot kingfisher
butterfly 0.2 air landscape: butterfly moth schmetterling papillon mariposa farfalla
fish 0.3 underwater underwater: fish goldfish koi clownfish fisch poisson pez pesce
whale 8 underwater underwater: whale orca wal baleine ballena
dolphin 2 underwater underwater: dolphin shark delfin dauphin
jellyfish 0.6 underwater underwater: jellyfish
octopus 0.8 underwater underwater: octopus squid
dragon 4 ground landscape: dragon drache drago
dinosaur 4 ground landscape: dinosaur brachiosaurus dino
person 1.7 ground landscape: person man woman people girl boy child kid hiker traveller traveler wanderer figure human mensch frau mann femme homme mujer hombre persona
robot 1.8 ground studio: robot android bot roboter
astronaut 1.9 space space: astronaut cosmonaut spaceman
snowman 1.6 ground landscape: snowman
tree 7 ground landscape: tree oak maple elm baum arbre árbol albero
pine 8 ground landscape: pine fir spruce conifer cedar tanne sapin pino
palm 7 ground landscape: palm palme palmier palmera
cactus 2 ground landscape: cactus saguaro kaktus
flower 0.5 ground landscape: flower rose daisy poppy lily orchid blossom blume fleur flor fiore
sunflower 1.6 ground landscape: sunflower sonnenblume tournesol girasol
tulip 0.5 ground landscape: tulip tulpe tulipe tulipán
mushroom 0.3 ground landscape: mushroom toadstool pilz champignon
leaf 0.2 table studio: leaf
house 6 ground landscape: house cottage cabin barn hut home villa haus maison casa
castle 18 ground landscape: castle palace fortress schloss burg château castillo castello
tower 14 ground landscape: tower turm tour torre
lighthouse 14 ground landscape: lighthouse leuchtturm phare faro
windmill 10 ground landscape: windmill mill windmühle moulin molino
church 12 ground landscape: church chapel temple kirche église iglesia
bridge 8 ground landscape: bridge brücke pont puente
pyramid 16 ground landscape: pyramid pyramide pirámide
pagoda 14 ground landscape: pagoda shrine
sign 2.4 ground landscape: sign signpost signboard billboard placard banner schild panneau letrero cartel
fire 0.7 ground landscape: campfire bonfire lagerfeuer
tent 2 ground landscape: tent campsite zelt tente
skyscraper 24 ground landscape: skyscraper
sailboat 6 water landscape: sailboat boat yacht sail segelboot voilier bateau barco velero barca
ship 8 water landscape: ship ferry steamer freighter schiff navire
car 1.5 ground landscape: car automobile sedan beetle convertible auto voiture coche macchina
bus 2.8 ground landscape: bus van camper autobus
train 3.5 ground landscape: train locomotive zug tren treno
bicycle 1.1 ground landscape: bicycle bike fahrrad vélo bicicleta
plane 4 air sky: plane airplane aeroplane jet flugzeug avion avión
balloon 14 air landscape: hot-air-balloon balloon zeppelin ballon globo mongolfiera
rocket 12 air space: rocket spaceship spacecraft rakete fusée cohete
ufo 4 air space: ufo saucer
satellite 3 space space: satellite
apple 0.1 table studio: apple apfel pomme manzana mela
pear 0.12 table studio: pear birne poire pera
orange 0.1 table studio: oranges tangerine peach mandarin
lemon 0.08 table studio: lemon lime-fruit zitrone citron limón limone
banana 0.13 table studio: banana banane plátano
cherry 0.1 table studio: cherry kirsche cerise cereza
strawberry 0.09 table studio: strawberry erdbeere fraise fresa
cake 0.2 table studio: cake cupcake pie kuchen gâteau pastel-cake torta
ice-cream 0.2 table studio: ice-cream gelato sundae
cup 0.11 table indoor: cup mug coffee tea espresso cappuccino teacup tasse taza tazza
teapot 0.18 table indoor: teapot kettle
bottle 0.3 table studio: bottle wine perfume flasche bouteille botella
vase 0.3 table indoor: vase pot jar urn
book 0.16 table indoor: book novel notebook buch livre libro
lamp 0.5 table indoor: lamp lantern lampe lámpara lampada
candle 0.2 table indoor: candle kerze bougie vela candela
clock 0.3 table indoor: clock watch alarm-clock uhr horloge reloj
chair 1 ground indoor: chair armchair stuhl chaise silla sedia
laptop 0.25 table indoor: laptop computer notebook-computer
camera 0.12 table studio: camera kamera
guitar 1 ground studio: guitar ukulele gitarre guitare guitarra
umbrella 1 ground studio: umbrella parasol regenschirm parapluie paraguas
gift 0.3 table studio: gift present parcel geschenk cadeau regalo
ball 0.25 ground studio: ball sphere orb football basketball
kite 1 air landscape: kite
heart 0.3 air studio: heart herz cœur coeur corazón cuore
star 0.3 air studio: star-shape starfish
crown 0.2 table studio: crown krone couronne corona
diamond 0.1 table studio: diamond gem crystal jewel
planet 30 space space: planet saturn jupiter mars
key 0.1 air studio: key
`;

export const SUBJECT_KINDS: readonly SubjectKind[] = LINES.trim()
  .split("\n")
  .map((line) => {
    const [head = "", names = ""] = line.split(": ");
    const [kind = "", metres = "1", habitat = "ground", stage = "landscape"] = head.split(" ");
    return {
      kind,
      words: names.split(" "),
      metres: Number(metres),
      habitat: habitat as Habitat,
      stage: stage as Stage,
    };
  });

const BY_WORD = new Map(SUBJECT_KINDS.flatMap((entry) => entry.words.map((word) => [word, entry] as const)));
const BY_KIND = new Map(SUBJECT_KINDS.map((entry) => [entry.kind, entry] as const));

const IRREGULAR: Record<string, string> = {
  men: "man",
  women: "woman",
  children: "child",
  kids: "kid",
  people: "people",
  leaves: "leaf",
  wolves: "wolf",
  geese: "goose",
  cacti: "cactus",
  bicycles: "bicycle",
  butterflies: "butterfly",
  octopuses: "octopus",
};

/** Returns the entry of a kind, also for its drawing from the side ("dog-side"). */
export function subjectKind(kind: string): SubjectKind | undefined {
  return BY_KIND.get(kind.replace("-side", ""));
}

/** Returns undefined for a word that names no subject. */
export function subjectOfWord(word: string): { subject: SubjectKind; isPlural: boolean } | undefined {
  const direct = BY_WORD.get(word);
  if (direct) return { subject: direct, isPlural: /^(?:people|oranges|fish|sheep)$/.test(word) };
  const singulars = [IRREGULAR[word], word.replace(/ies$/, "y"), word.replace(/(?:es|s)$/, ""), word.replace(/s$/, "")];
  for (const singular of singulars) {
    const subject = singular === undefined || singular === word ? undefined : BY_WORD.get(singular);
    if (subject) return { subject, isPlural: true };
  }
  return undefined;
}
