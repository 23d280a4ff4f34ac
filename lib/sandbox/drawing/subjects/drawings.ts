/** The table of all that can be drawn, by the kinds of `scene/subject-words.ts`. */
import { BUILDINGS } from "./buildings.ts";
import { FLOWERS } from "./flowers.ts";
import { FOOD } from "./food.ts";
import { FURNITURE } from "./furniture.ts";
import { HOUSEHOLD } from "./household.ts";
import { LANDMARKS } from "./landmarks.ts";
import type { Drawing } from "./pen.ts";
import { PEOPLE } from "./people.ts";
import { PETS } from "./pets.ts";
import { PLANTS } from "./plants.ts";
import { RUNNERS } from "./runners.ts";
import { SIGNS } from "./signs.ts";
import { SWIMMERS } from "./swimmers.ts";
import { SYMBOLS } from "./symbols.ts";
import { VEHICLES } from "./vehicles.ts";
import { VESSELS } from "./vessels.ts";
import { WILD } from "./wild.ts";
import { WINGED } from "./winged.ts";

export const DRAWINGS: Readonly<Record<string, Drawing>> = {
  ...PETS,
  ...RUNNERS,
  ...SIGNS,
  ...SWIMMERS,
  ...VESSELS,
  ...FLOWERS,
  ...FURNITURE,
  ...LANDMARKS,
  ...WILD,
  ...WINGED,
  ...PEOPLE,
  ...PLANTS,
  ...BUILDINGS,
  ...VEHICLES,
  ...FOOD,
  ...HOUSEHOLD,
  ...SYMBOLS,
};
