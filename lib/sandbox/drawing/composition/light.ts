/** Light of a scene: colours of the sky, the sun and the air, by time of day and weather. */
import type { Random } from "#lib/sandbox/random.ts";
import { type Colour, hex, mix, multiply, oklch, shift, toOklch } from "../pixels/colour.ts";
import type { Scene, TimeOfDay } from "../scene/scene.ts";

export type Light = {
  /** Colours from the zenith to the horizon. */
  sky: readonly [Colour, Colour, Colour, Colour];
  /** Position in picture widths and heights. */
  sun: { x: number; y: number; colour: Colour; isMoon: boolean };
  /** Direction of the light: −1 from the left … 1 from the right. */
  side: number;
  /** Colour of a white surface in full light and in shadow. */
  lit: Colour;
  shade: Colour;
  haze: Colour;
  /** Haze: 0 clear air … 1 nothing visible. */
  haziness: number;
  /** Darkness: 0 bright day … 1 night, when lamps are lit. */
  darkness: number;
  /** Returns a surface's colour in this light; `exposure` 0 in shadow … 1 in full light, `distance` 0 near … 1 far. */
  on(colour: Colour, exposure: number, distance?: number): Colour;
  /** Shifts a colour towards the prompt's palette. */
  grade(colour: Colour, share?: number): Colour;
};

/** Colours by time of day: the sky from zenith to horizon, the sun, white in light and in shadow, the air. */
const HOURS: Record<TimeOfDay, readonly [string, ...string[]]> = {
  dawn: [
    "#4b5f9e #9a8fc0 #f2b5ae #ffe3b8 #fff0c9 #ffe1cf #8583b5 #edbfb5",
    "#37648f #7fa6b8 #e9c9b4 #fff0cf #fff3d6 #ffe9cf #7b8fae #dfc9be",
  ],
  day: [
    "#2a6fbe #5aa2e0 #a5d2f2 #e3f2f6 #fffbe8 #fffaf0 #8fa3c7 #bfdbec",
    "#1f7fae #55b1d3 #a9dde4 #f0f6e8 #fffbe0 #fff9ea #87a8bd #c6e2e2",
    "#3c7bc9 #7db4ea #c3def3 #fbf1e1 #fff6dc #fff6e6 #93a0c4 #cfdcea",
  ],
  sunset: [
    "#2c2f72 #8a4a8c #ef7b55 #ffcf70 #fff1b8 #ffc79a #6b5590 #ec9168",
    "#1f4173 #6b6a9c #f0976b #ffe09a #fff4c8 #ffd2a4 #626394 #eea983",
    "#3a1f5c #a23a72 #f0624d #ffb04f #ffe7a0 #ffb98f #6a4686 #e0705a",
  ],
  dusk: [
    "#121a44 #2f3f80 #76609f #e8a08c #ffd9b0 #b3a6d6 #4b4c86 #77689f",
    "#0e2340 #235078 #5f8aa0 #e9bd9b #ffe0b8 #a9b4cf #40587f #64809c",
  ],
  night: [
    "#040817 #0a1735 #152c56 #2d4c7c #eef3ff #7f99cf #26365f #213a66",
    "#070618 #17123a #2b2460 #54468a #f3efff #8d88cc #2f2b60 #352f66",
    "#03101a #07263a #0f4257 #2b6b76 #eefcff #78aebd #1c4154 #1a4656",
  ],
};

const DARKNESS: Record<TimeOfDay, number> = { dawn: 0.1, day: 0, sunset: 0.25, dusk: 0.65, night: 1 };
const SUN_HEIGHT: Record<TimeOfDay, readonly [number, number]> = {
  dawn: [0.76, 0.9],
  day: [0.18, 0.4],
  sunset: [0.78, 0.93],
  dusk: [1.02, 1.05],
  night: [0.22, 0.45],
};

/** @param horizon distance of the horizon from the top, in picture heights */
export function createLight(scene: Scene, { random, horizon }: { random: Random; horizon: number }): Light {
  const [zenith = "", upper = "", lower = "", edge = "", sun = "", bright = "", dim = "", air = ""] = random
    .pick(HOURS[scene.time])
    .split(" ");
  const isMoon = scene.time === "night";
  const [high, low] = SUN_HEIGHT[scene.time];
  const across = random.next() < 0.5 ? 0.16 + random.next() * 0.2 : 0.64 + random.next() * 0.2;
  const grade = createGrade(scene.palette);
  const overcast = { clear: 0, cloudy: 0.2, snow: 0.5, fog: 0.55, rain: 0.7, storm: 0.85 }[scene.weather];
  const darkness = Math.min(1, DARKNESS[scene.time] + (scene.weather === "storm" ? 0.25 : 0));
  const veil = (colour: Colour) => {
    const [lightness] = toOklch(colour);
    const grey = oklch(lightness * (scene.weather === "storm" ? 0.62 : 0.9), 0.018, 250);
    return mix(colour, grey, overcast);
  };
  const tone = (text: string) => grade(veil(hex(text)));
  const haze = scene.weather === "snow" && !isMoon ? mix(tone(air), [226, 232, 240], 0.5) : tone(air);
  const lit = veil(hex(bright));
  const shade = veil(hex(dim));
  const haziness = { clear: 0.34, cloudy: 0.36, rain: 0.55, snow: 0.5, fog: 0.86, storm: 0.48 }[scene.weather];
  return {
    sky: [tone(zenith), tone(upper), tone(lower), tone(edge)],
    sun: { x: across, y: horizon * (high + (low - high) * random.next()), colour: hex(sun), isMoon },
    side: across < 0.5 ? -1 : 1,
    lit,
    shade,
    haze,
    haziness,
    darkness,
    on(colour, exposure, distance = 0) {
      const surface = multiply(colour, mix(shade, lit, exposure));
      return distance > 0 ? mix(surface, haze, Math.min(0.97, distance * (0.55 + haziness * 0.6))) : surface;
    },
    grade,
  };
}

/** Moves hue and chroma towards the palette's colour that is nearest in lightness; lightness stays. */
function createGrade(palette: readonly Colour[]): Light["grade"] {
  const entries = palette.map(toOklch);
  return (colour, share = 0.72) => {
    const [lightness, chroma, hue] = toOklch(colour);
    const nearest = entries.toSorted((a, b) => Math.abs(a[0] - lightness) - Math.abs(b[0] - lightness))[0];
    if (!nearest) return colour;
    const target = oklch(
      lightness + (nearest[0] - lightness) * 0.15,
      nearest[1] * 0.9 + chroma * 0.1,
      nearest[1] < 0.02 ? hue : nearest[2],
    );
    return mix(colour, target, share);
  };
}

/** Returns the colour of leaves and grass in the scene's season. */
export function foliage(scene: Scene, random: Random): Colour {
  const leaves = {
    spring: ["#86b84a", "#a3c45a", "#f2b8c6"],
    summer: ["#4f8a3c", "#5c9441", "#3f7a45"],
    autumn: ["#d9822b", "#c7562b", "#e0ab3a"],
    winter: ["#6f8577", "#5f7a72", "#83958c"],
  }[scene.season];
  return shift(hex(leaves[random.integer(leaves.length)] ?? "#4f8a3c"), { hue: random.next() * 8 - 4 });
}
