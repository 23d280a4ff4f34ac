/** Words that tell of the place, the hour, the weather and the manner. The first match of each list wins. */
import type { ArtStyle, Distance, Ground, Season, SkyFeature, Stage, TimeOfDay, Weather } from "./scene.ts";

type Rule<Value> = readonly [pattern: RegExp, value: Value];

export const TIMES: readonly Rule<TimeOfDay>[] = [
  [
    /\b(night|midnight|nocturnal|moonlit|moonlight|starry|nacht|nuit|noche|notte|fireworks|aurora|northern lights)\b/,
    "night",
  ],
  [/\b(sunrise|dawn|early morning|morgengrauen|aube|amanecer|alba)\b/, "dawn"],
  [/\b(sunset|golden hour|evening sun|sundown|sonnenuntergang|coucher de soleil|atardecer|tramonto)\b/, "sunset"],
  [/\b(dusk|twilight|blue hour|evening|dämmerung|crépuscule)\b/, "dusk"],
  [/\b(day|noon|midday|morning|sunny|daylight|afternoon|tag|jour|día|giorno)\b/, "day"],
];

export const WEATHERS: readonly Rule<Weather>[] = [
  [/\b(thunderstorm|thunder|storm|stormy|lightning|gewitter|orage|tormenta)\b/, "storm"],
  [
    /\b(snowing|snowfall|falling snow|snow (?:is )?fall(?:ing|s)|it (?:is )?snow(?:s|ing)|snowstorm|blizzard|snowflakes|schneefall)\b/,
    "snow",
  ],
  [/\b(rain|rains|rainy|raining|drizzle|downpour|regen|pluie|lluvia|pioggia)\b/, "rain"],
  [/\b(fog|foggy|mist|misty|haze|hazy|nebel|brume|niebla)\b/, "fog"],
  [/\b(cloudy|clouds|overcast|wolken|nuages|nubes)\b/, "cloudy"],
];

export const SEASONS: readonly Rule<Season>[] = [
  [/\b(winter|christmas|frozen|icy|arctic|snow|snowy|hiver|invierno|inverno)\b/, "winter"],
  [/\b(autumn|fall colou?rs|in fall|herbst|automne|otoño|autunno|october)\b/, "autumn"],
  [/\b(spring|cherry blossoms?|blooming|frühling|printemps|primavera)\b/, "spring"],
];

export const STAGES: readonly Rule<Stage>[] = [
  [
    /\b(abstract|geometric|pattern of shapes|bauhaus|gradient|wallpaper|texture|suprematis\w+|kandinsky|mondrian)\b/,
    "abstract",
  ],
  [/\b(underwater|under the sea|coral reef|reef|seabed|ocean floor|aquarium|unter wasser|sous l'eau)\b/, "underwater"],
  [
    /\b(outer space|in space|space|galaxy|nebula|cosmos|cosmic|universe|weltraum|espace|orbit|moon surface|on the moon)\b/,
    "space",
  ],
  [
    /\b(room|window|kitchen|table|desk|windowsill|window sill|interior|indoors?|cafe|café|restaurant|library|bedroom|shelf|fireplace|sofa|still life|zimmer|cuisine|mesa)\b/,
    "indoor",
  ],
  [/\b(above the clouds|in the sky|in the clouds|through the clouds|sky full)\b/, "sky"],
  [
    /\b(studio|product (?:shot|photo)|plain background|white background|solid background|(?:\w+|#\w+) backdrop|isolated)\b/,
    "studio",
  ],
];

export const DISTANCES: readonly Rule<Distance>[] = [
  [
    /\b(mountains?|peaks?|alps|alpine|himalayas?|fjord|volcano|cliffs?|canyon|valley|berge?|montagnes?|montañas?|montagna)\b/,
    "mountains",
  ],
  [
    /\b(city|skyline|downtown|skyscrapers|urban|metropolis|street|stadt|ville|ciudad|città|new york|tokyo|manhattan)\b/,
    "city",
  ],
  [/\b(village|town|dorf)\b/, "village"],
  [/\b(forest|woods|woodland|jungle|wald|forêt|bosque|foresta|park)\b/, "forest"],
  [/\b(desert|dunes?|sahara|wüste|désert|desierto|deserto)\b/, "dunes"],
  [
    /\b(hills?|countryside|meadow|field|farm|pasture|valley|vineyard|tuscany|hügel|wiese|collines?|colinas?)\b/,
    "hills",
  ],
];

export const GROUNDS: readonly Rule<Ground>[] = [
  [/\b(lavender fields?|lavender)\b/, "lavender"],
  [/\b(sand|desert|dunes?|sahara|wüste|désert|desierto)\b/, "sand"],
  [
    /\b(beach|shore|coast|plage|playa|strand|island|sea|ocean|lake|river|pond|water|harbou?r|bay|waves?|fjord|lagoon|meer|see|mer|lac|mar|lago|océan)\b/,
    "water",
  ],
  [/\b(snow|snowy|snowfall|winter|ice|glacier|arctic|antarctic\w*|blizzard|schnee|neige|nieve)\b/, "snow"],
  [/\b(road|highway|street|path|straße|route|carretera)\b/, "road"],
  [/\b(wheat|corn|grain field|savanna\w*|weizen)\b/, "wheat"],
  [
    /\b(flower field|field of (?:\w+ )?(?:flowers|tulips|poppies|sunflowers|daisies)|wildflowers|flower meadow|garden|in bloom)\b/,
    "flowers",
  ],
  [/\b(plaza|square|courtyard|cobblestone|rock|rocky|moon surface|cliffs?)\b/, "stone"],
];

export const FEATURES: readonly Rule<SkyFeature>[] = [
  [/\b(full moon|crescent|moon|moonlight|moonlit|mond|lune|luna)\b/, "moon"],
  [/\b(stars|starry|starlight|sterne|étoiles|estrellas|milky way|galaxy)\b/, "stars"],
  [/\b(sun|sunny|sonne|soleil|sol|sole)\b/, "sun"],
  [/\b(rainbow|regenbogen|arc-en-ciel|arcoíris)\b/, "rainbow"],
  [/\b(aurora|northern lights|polarlicht)\b/, "aurora"],
  [/\b(lightning|thunderstorm|thunder)\b/, "lightning"],
  [/\b(fireworks?|feuerwerk)\b/, "fireworks"],
  [/\b(comet|shooting star|meteor)\b/, "comet"],
];

export const ART_STYLES: readonly Rule<ArtStyle>[] = [
  [/\b(water ?colou?rs?|aquarelle?|aquarell)\b/, "watercolour"],
  [/\b(oil painting|oil on canvas|impressionis\w+|van gogh|monet|impasto|painterly|ölgemälde)\b/, "oil"],
  [/\b(pixel[- ]?art|8[- ]?bit|16[- ]?bit|pixelated)\b/, "pixel"],
  [/\b(low[- ]?poly|polygonal)\b/, "low-poly"],
  [/\b(isometric)\b/, "isometric"],
  [/\b(logo|icon|emblem|badge|sticker)\b/, "logo"],
  [/\b(seamless pattern|pattern|wrapping paper|tile(?:able)?)\b/, "pattern"],
  [
    /\b(line (?:drawing|art)|sketch|pencil|ink drawing|pen and ink|etching|engraving|colou?ring (?:page|book)|doodle|zeichnung|dessin)\b/,
    "line",
  ],
  [/\b(flat|vector|minimal(?:ist(?:ic)?)?|poster|paper ?cut|cut[- ]?out|clip ?art)\b/, "flat"],
  [/\b(photo(?:graph|realistic|graphy)?|realistic|dslr|35 ?mm|bokeh|cinematic|macro shot)\b/, "photo"],
];

export function firstMatch<Value>(rules: readonly Rule<Value>[], text: string): Value | undefined {
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}

export function allMatches<Value>(rules: readonly Rule<Value>[], text: string): Value[] {
  return [...new Set(rules.filter(([pattern]) => pattern.test(text)).map(([, value]) => value))];
}
