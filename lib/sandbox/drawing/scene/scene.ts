/**
 * Scene of a prompt as plain data: no pixels, no sizes. Composing turns it into elements that can be drawn at any time
 * of a video; a still picture is the scene at time 0.
 */
import type { Colour } from "../pixels/colour.ts";

export type TimeOfDay = "dawn" | "day" | "sunset" | "dusk" | "night";
export type Weather = "clear" | "cloudy" | "rain" | "snow" | "fog" | "storm";
export type Season = "spring" | "summer" | "autumn" | "winter";

export type Stage =
  /** Sky, distance, ground. */
  | "landscape"
  /** Air only: clouds all around. */
  | "sky"
  | "underwater"
  | "space"
  /** A table in front of a window or a wall. */
  | "indoor"
  /** A seamless backdrop, as for product photos. */
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

/** Place in the frame, in thirds. */
export type Place = { across?: "left" | "centre" | "right"; up?: "top" | "middle" | "bottom" };

export type SceneSubject = {
  /** Key in the table of subjects. */
  kind: string;
  /** Number of figures, 1 to 24. */
  count: number;
  /** Colour from the words next to it. */
  colour?: Colour;
  /** Size factor; "small" 0.6, "giant" 2. */
  size: number;
  place: Place;
  /** True for a subject of the air that is on the ground: a rocket before its launch. */
  isGrounded?: boolean;
  /** Index of the subject that this one is placed relative to. */
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
  /** Land in front of the water, for subjects that cannot swim. */
  shore?: "sand" | "grass" | "stone";
  time: TimeOfDay;
  weather: Weather;
  season: Season;
  features: SkyFeature[];
  subjects: SceneSubject[];
  /** Text to letter in the picture. */
  lettering?: string;
  /** Colours in the prompt that belong to no subject; the picture is graded towards them. */
  palette: Colour[];
  /** Chroma factor of the prompt's mood: 0 for black and white, 1 unchanged. */
  chroma: number;
  artStyle: ArtStyle;
  /** True when the prompt asks for no background. */
  wantsTransparency: boolean;
  /** True when nothing in the prompt was understood, so that only its letters shape the picture. */
  isGuess: boolean;
};
