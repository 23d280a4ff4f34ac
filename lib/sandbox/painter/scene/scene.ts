/**
 * What a prompt asks to see, as plain data: no pixels, no sizes. Composers make elements of it that can be drawn at a
 * moment in time, so that a still picture is the scene at time 0.
 */
import type { Colour } from "../pixels/colour.ts";

export type TimeOfDay = "dawn" | "day" | "sunset" | "dusk" | "night";
export type Weather = "clear" | "cloudy" | "rain" | "snow" | "fog" | "storm";
export type Season = "spring" | "summer" | "autumn" | "winter";

export type Stage =
  /** Sky, distance, ground. */
  | "landscape"
  /** Only air: clouds all around. */
  | "sky"
  | "underwater"
  | "space"
  /** A table before a window or a wall. */
  | "indoor"
  /** A seamless backdrop, as for a product. */
  | "studio"
  | "abstract";

export type Distance = "mountains" | "hills" | "forest" | "city" | "dunes" | "village" | "trees";
export type Ground = "grass" | "sand" | "snow" | "water" | "road" | "flowers" | "wheat" | "stone" | "lavender";

export type ArtStyle =
  | "illustration"
  | "photo"
  | "watercolour"
  | "oil"
  | "flat"
  | "line"
  | "pixel"
  | "low-poly"
  | "isometric"
  | "logo"
  | "pattern";

/** Where in the frame, in thirds. */
export type Place = { across?: "left" | "centre" | "right"; up?: "top" | "middle" | "bottom" };

export type SceneSubject = {
  /** A key of the table of subjects. */
  kind: string;
  /** 1 to 24. */
  count: number;
  /** From the words next to it. */
  colour?: Colour;
  /** 1 is as it is; "small" 0.6, "giant" 2. */
  size: number;
  place: Place;
  /** It stands on the ground, though it is at home in the air: a rocket before it starts. */
  isGrounded?: boolean;
  /** Index of the subject that this one stands on, over or beside. */
  relation?: { to: number; kind: "on" | "above" | "below" | "beside" | "behind" | "in" };
};

export type SkyFeature =
  | "sun"
  | "moon"
  | "stars"
  | "rainbow"
  | "aurora"
  | "lightning"
  | "fireworks"
  | "comet"
  | "planet";

export type Scene = {
  prompt: string;
  seed: number;
  stage: Stage;
  distance: Distance[];
  ground: Ground;
  /** Land before the water, on which what does not swim can stand. */
  shore?: "sand" | "grass" | "stone";
  time: TimeOfDay;
  weather: Weather;
  season: Season;
  features: SkyFeature[];
  subjects: SceneSubject[];
  /** Words that are to be read in the picture. */
  lettering?: string;
  /** Named in the prompt and not tied to one subject; the picture is graded towards them. */
  palette: Colour[];
  /** Chroma multiplier that the prompt's mood asks for: 0 for black and white, 1 as it is. */
  chroma: number;
  artStyle: ArtStyle;
  /** True when the words themselves ask for no background. */
  wantsTransparency: boolean;
  /** True when nothing in the prompt was understood, so that its letters alone shape the picture. */
  isGuess: boolean;
};
