/** The code samples of the documentation: the fences of the guide's pages and of the README. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { marked } from "marked";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/guide");

type Sample = { where: string; language: string; code: string };

export const guidePages = readdirSync(FOLDER).map((name) => ({
  name,
  text: readFileSync(join(FOLDER, name), "utf8"),
}));

const pages = [...guidePages, { name: "README.md", text: readFileSync(join(ROOT, "README.md"), "utf8") }];

export const samples: Sample[] = pages.flatMap(({ name, text }) =>
  marked
    .lexer(text)
    .flatMap((token, index) =>
      token.type === "code"
        ? [{ where: `${name} #${index}`, language: String(token.lang), code: String(token.text) }]
        : [],
    ),
);

export const samplesIn = (language: string) => samples.filter((sample) => sample.language === language);
