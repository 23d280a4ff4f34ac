/** Announced retirements of models, from the pages of their makers; read on 2026-11-23. */

export type Retirement = {
  /** The whole name without its provider, and its dated versions. */
  model: RegExp;
  /** First day on which requests fail. */
  on: string;
};

/** https://developers.openai.com/api/docs/deprecations */
const OPENAI: Retirement[] = [
  { model: /^gpt-(?:3\.5|4(?:\.1-nano|-turbo)?(?:-[\d-]+(?:-preview)?)?$)/, on: "2026-10-23" },
  { model: /^(?:o1|o1-pro|o3-mini|o4-mini|gpt-image-1)(?:-\d|$)/, on: "2026-10-23" },
  { model: /^(?:sora-)/, on: "2026-09-24" },
  { model: /^(?:gpt-image-1-mini|gpt-image-1\.5|chatgpt-image-latest)/, on: "2026-12-01" },
  { model: /^(?:gpt-5(?:-mini|-nano|-pro)?|o3|o3-pro)(?:-\d{4}|$)/, on: "2026-12-11" },
  { model: /^(?:gpt-4o|gpt-4\.1)/, on: "2027-01-14" },
  { model: /^(?:whisper-1)/, on: "2027-02-26" },
  { model: /^(?:gpt-5\.1|gpt-5\.3-codex|gpt-5\.4-nano)/, on: "2027-04-01" },
];

/** https://ai.google.dev/gemini-api/docs/deprecations */
const GOOGLE: Retirement[] = [
  { model: /^gemini-(?:1|2\.0)/, on: "2026-06-01" },
  { model: /^gemini-3-pro-preview/, on: "2026-03-09" },
  { model: /^gemini-(?:3-pro|3\.1-flash)-image-preview/, on: "2026-06-25" },
  { model: /^gemini-2\.5/, on: "2026-10-02" },
];

/** https://platform.claude.com/docs/en/about-claude/model-deprecations */
const ANTHROPIC: Retirement[] = [
  { model: /^claude-(?:1|2|instant|3-|3\.)/, on: "2026-01-05" },
  { model: /^claude-(?:sonnet|opus)-4(?:-0|-2025\d+|$)/, on: "2026-06-15" },
];

/** https://console.groq.com/docs/deprecations */
const GROQ: Retirement[] = [{ model: /^llama-3\.(?:1-8b-instant|1-70b-versatile|3-70b-versatile)$/, on: "2026-08-16" }];

const ANNOUNCED = [...OPENAI, ...GOOGLE, ...ANTHROPIC, ...GROQ];

/** @param name with or without its provider @returns the announced day; undefined for a model without one */
export function findAnnouncedRetirement(name: string): string | undefined {
  const model = name.split("/").at(-1) ?? name;
  return ANNOUNCED.find((retirement) => retirement.model.test(model))?.on;
}
