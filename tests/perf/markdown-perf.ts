/**
 * Measures the Markdown renderer in Chromium: `node tests/perf/markdown-perf.ts [mixed] [long] [fence] [open]`.
 * Goal on two cores with software rendering: at least 50 frames a second, under a second of long tasks.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { build, preview } from "vite";
import type { StreamResult } from "./markdown-page.tsx";

/** The usual rule of thumb; exact counts would need the model's tokenizer. */
const charactersPerToken = 4;
const root = join(import.meta.dirname, "../..");

interface Measure {
  stream(options: { text: string; perSecond: number; before?: string }): Promise<StreamResult>;
  open(text: string): Promise<number>;
}

/** Sections of headings, prose, lists, a table and code, about 1.1 kB each, no two alike. */
function mixedMarkdown(tokens: number): string {
  let text = "";
  for (let section = 1; text.length < tokens * charactersPerToken; section += 1) {
    text += `## Section ${section}: what to **measure**

A paragraph with *emphasis*, \`inline code\` and [a link](https://example.com/${section}), long enough to wrap over a few
lines of the column, as answers do when they explain the reasons behind something in more words than it needs.

- first point of ${section}, with **bold** text
- second point
  - nested point with \`code\`
  - another one
- third point

| name | value | unit |
|:-----|------:|:----:|
| speed ${section} | ${section * 17} | tokens/s |
| delay | ${section * 3} | ms |
| size | ${section * 101} | bytes |

\`\`\`ts
export function measure${section}(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? ${section};
}
\`\`\`

1. Run it once to warm up.
2. Run it ${section} times more.
3. Take the median.

> Figures depend on the machine; compare ratios, not numbers.

`;
  }
  return text.slice(0, tokens * charactersPerToken);
}

function longFence(tokens: number): string {
  let text = "The whole file:\n\n```ts\n";
  for (let line = 1; text.length < tokens * charactersPerToken; line += 1) {
    text += `const value${line} = compute(${line}, "label ${line}"); // step ${line}\n`;
  }
  return `${text}\`\`\`\n\nThat is all.\n`;
}

const scenarios: Record<string, (page: Page) => Promise<StreamResult | { milliseconds: number; characters: number }>> =
  {
    mixed: (page) => stream(page, { text: mixedMarkdown(20_000), perSecond: 1_000 }),
    long: (page) =>
      stream(page, { text: mixedMarkdown(2_500), perSecond: 200, before: `${mixedMarkdown(90_000)}\n\n` }),
    fence: (page) => stream(page, { text: longFence(30_000), perSecond: 1_000 }),
    open: async (page) => {
      const text = mixedMarkdown(100_000);
      const milliseconds = await page.evaluate((shown) => measureOf(window).open(shown), text);
      return { milliseconds, characters: text.length };
    },
  };

declare function measureOf(view: Window): Measure;

function stream(page: Page, options: { text: string; perSecond: number; before?: string }): Promise<StreamResult> {
  const { perSecond, ...rest } = options;
  return page.evaluate((given) => measureOf(window).stream(given), {
    ...rest,
    perSecond: perSecond * charactersPerToken,
  });
}

async function buildPage(folder: string) {
  const entry = join(root, "tests/perf/markdown-page.tsx");
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><title>Markdown</title><div id="root"></div><script type="module" src="${entry}"></script>`,
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    css: { postcss: root },
    resolve: { alias: { "#components": join(root, "components"), "#lib": join(root, "lib") } },
    worker: { format: "es" },
    build: { outDir: "dist", minify: true, target: "es2024" },
  });
  return preview({ root: folder, configFile: false, logLevel: "error", preview: { port: 0, host: "127.0.0.1" } });
}

const folder = await mkdtemp(join(tmpdir(), "markdown-perf-"));
const server = await buildPage(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : Object.keys(scenarios)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on("pageerror", (error) => console.error(error));
    await page.addInitScript("window.measureOf = (view) => view.measure");
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    const result = await scenarios[name]?.(page);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`) });
    console.log(
      name,
      JSON.stringify(result, (_key, value) => (typeof value === "number" ? Math.round(value * 100) / 100 : value)),
    );
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
  await rm(folder, { recursive: true });
}
