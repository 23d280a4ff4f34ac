/** Writes `public/provider-marks.svg`: the provider marks in use, as symbols of one file. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PROVIDER_MARKS } from "#lib/playground/models/provider-marks.ts";

const NOTICE =
  "From @lobehub/icons-static-svg, MIT License, Copyright (c) 2023 LobeHub. Marks are trademarks of their owners.";

/** Returns the whole file. @throws Error for a mark that the package does not have in the usual form */
export function writeProviderMarks(): string {
  const symbols = [...new Set(Object.values(PROVIDER_MARKS))].map((name) => {
    const path = fileURLToPath(import.meta.resolve(`@lobehub/icons-static-svg/icons/${name}.svg`));
    const svg = readFileSync(path, "utf8");
    const content = /^<svg [^>]*viewBox="0 0 24 24"[^>]*><title>[^<]*<\/title>(.*)<\/svg>\s*$/.exec(svg)?.[1];
    if (content === undefined) throw new Error(`${path} is not one 24 by 24 drawing with a title.`);
    return `<symbol id="${name}" viewBox="0 0 24 24" fill-rule="evenodd">${content}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">\n<title>Provider marks</title>\n<!-- ${NOTICE} -->\n${symbols.join("\n")}\n</svg>\n`;
}

if (import.meta.main) {
  writeFileSync(new URL("../public/provider-marks.svg", import.meta.url), writeProviderMarks());
}
