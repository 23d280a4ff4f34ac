/** Lists of everyday things, for requests such as `list 5 fruits`. */
const LISTS: [RegExp, string][] = [
  [/^fruits?$/, "apple, banana, orange, grape, mango, strawberry, pear, pineapple, cherry, kiwi, peach, plum"],
  [
    /^vegetables?$/,
    "carrot, potato, tomato, onion, broccoli, spinach, cucumber, pepper, cauliflower, pea, leek, pumpkin",
  ],
  [/^(?:animals?|mammals?)$/, "lion, elephant, horse, dolphin, wolf, rabbit, giraffe, bear, fox, whale, tiger, deer"],
  [/^birds?$/, "sparrow, eagle, robin, owl, penguin, swan, crow, parrot, stork, heron, falcon, wren"],
  [/^colou?rs?$/, "red, blue, green, yellow, orange, purple, black, white, brown, pink, grey, teal"],
  [
    /^(?:countries|country)$/,
    "Norway, Brazil, Japan, Kenya, Canada, Portugal, India, Egypt, Chile, Greece, Vietnam, Australia",
  ],
  [/^(?:cities|city)$/, "Lisbon, Oslo, Tokyo, Nairobi, Toronto, Lima, Berlin, Cairo, Sydney, Mumbai, Seoul, Athens"],
  [/^planets?$/, "Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune"],
  [/^continents?$/, "Africa, Antarctica, Asia, Europe, North America, Oceania, South America"],
  [/^oceans?$/, "Pacific, Atlantic, Indian, Southern, Arctic"],
  [/^months?$/, "January, February, March, April, May, June, July, August, September, October, November, December"],
  [/^(?:weekdays?|days? of the week)$/, "Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday"],
  [/^seasons?$/, "spring, summer, autumn, winter"],
  [/^(?:programming )?languages?$/, "Python, JavaScript, TypeScript, Java, C, C++, Go, Rust, Ruby, Swift, Kotlin, PHP"],
  [
    /^(?:musical )?instruments?$/,
    "piano, violin, guitar, flute, cello, trumpet, drum, harp, clarinet, saxophone, oboe, organ",
  ],
  [
    /^sports?$/,
    "football, tennis, swimming, basketball, cycling, rowing, running, volleyball, rugby, skiing, boxing, golf",
  ],
  [
    /^(?:chemical )?elements?$/,
    "hydrogen, helium, carbon, nitrogen, oxygen, sodium, iron, copper, silver, gold, mercury, lead",
  ],
  [/^flowers?$/, "rose, tulip, daisy, lily, sunflower, orchid, iris, violet, poppy, peony, lavender, marigold"],
  [/^trees?$/, "oak, maple, birch, pine, willow, beech, ash, elm, cedar, spruce, linden, chestnut"],
  [
    /^(?:boy|girl|first|baby|human|person)? ?names?$/,
    "Anna, Tom, Mia, Leo, Nora, Ben, Ida, Max, Ella, Jonas, Clara, Felix",
  ],
  [
    /^(?:dog|puppy|cat|kitten|pet) names?$|^names? for (?:an? |my )?(?:new )?(?:dog|puppy|cat|kitten|pet)s?$/,
    "Biscuit, Luna, Pepper, Milo, Hazel, Otto, Willow, Ziggy, Maple, Gus, Nala, Finn",
  ],
];

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const ASKED =
  /^(?:please |can you |could you )*(?:list|name|give me|tell me|write(?: down)?|show me|what are|suggest|think of|come up with)\s+(?:me\s+)?(?:a list of\s+)?(?:the\s+|some\s+|any\s+)?(?:(\d{1,2}|[a-z]+)\s+)?(?:different\s+|common\s+|good\s+|random\s+|popular\s+|cute\s+)?((?:days of the week|[a-z]+)(?: [a-z]+){0,5}?)(?: (?:as|in|with|and|please|from)\b.*)?[?!.]*$/i;

/** Returns the name of the list that a request asks for, and its items; undefined when the request asks for another list. */
export function findList(question: string): { name: string; items: string[] } | undefined {
  const match = question.length > 150 ? undefined : ASKED.exec(question);
  if (!match) return undefined;
  const word = match[1]?.toLowerCase();
  const spelled = word === undefined ? -1 : NUMBER_WORDS.indexOf(word);
  const count = word === undefined ? undefined : /^\d/.test(word) ? Number(word) : spelled > 0 ? spelled : undefined;
  const name = (count === undefined && word !== undefined ? `${word} ${match[2]}` : (match[2] ?? ""))
    .toLowerCase()
    .trim();
  const all = LISTS.find(([pattern]) => pattern.test(name))?.[1]?.split(", ");
  if (!all) return undefined;
  const isWhole = /^(?:planets|continents|oceans|months|days of the week|weekdays|seasons)$/.test(name);
  return { name, items: all.slice(0, count ?? (isWhole ? all.length : 5)) };
}
