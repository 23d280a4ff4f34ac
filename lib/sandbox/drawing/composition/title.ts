/** Words of the prompt that nothing in the picture carries: set over it, as on a poster. */
import { css, hex } from "../pixels/colour.ts";
import { letter } from "../pixels/lettering.ts";
import type { Scene } from "../scene/scene.ts";
import type { Element } from "./element.ts";

export function composeTitle({ lettering, subjects, artStyle }: Scene): Element[] {
  if (!lettering || subjects.some(({ kind }) => kind === "sign")) return [];
  const isLogo = artStyle === "logo";
  return [
    {
      depth: 94,
      draw({ context, width, height, aspect }) {
        const box = {
          x: width * 0.1,
          y: height * (isLogo ? 0.89 : 0.06),
          width: width * 0.8,
          height: Math.min(isLogo ? 0.08 : 0.17, aspect * 0.2) * height,
        };
        context.save();
        if (isLogo) context.fillStyle = css(hex("#22242a"));
        else {
          context.strokeStyle = css([16, 20, 34], 0.55);
          context.lineWidth = height * 0.012;
          letter(context, lettering, box, "stroke");
          context.fillStyle = css(hex("#fffaf0"));
        }
        letter(context, lettering, box);
        context.restore();
      },
    },
  ];
}
