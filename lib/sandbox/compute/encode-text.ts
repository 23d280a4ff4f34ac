/** Hashes and encodings of a text: MD5, SHA, base64, URL, hex, HTML, binary. */
import { createHash } from "node:crypto";
import { escapeHtml, HTML_ENTITIES } from "#lib/contract/escape-html.ts";
import { asCode, textArgument } from "./text-argument.ts";

const HASHES: [RegExp, string][] = [
  [/\bmd5\b/i, "md5"],
  [/\bsha-?1\b/i, "sha1"],
  [/\bsha-?256\b/i, "sha256"],
  [/\bsha-?384\b/i, "sha384"],
  [/\bsha-?512\b/i, "sha512"],
];

type Encoding = { asked: RegExp; encode(text: string): string; decode(text: string): string };

const ENCODINGS: Encoding[] = [
  {
    asked: /\bbase ?-?64\b/i,
    encode: (text) => Buffer.from(text, "utf8").toString("base64"),
    decode: (text) => Buffer.from(text, "base64").toString("utf8"),
  },
  {
    asked: /\b(?:url|uri|percent)[- ]?(?:en|de)?cod\w*\b|\b(?:url|uri)\b/i,
    encode: encodeURIComponent,
    decode: decodeURIComponent,
  },
  { asked: /\bhtml\b/i, encode: escapeHtml, decode: unescapeHtml },
  {
    asked: /\bhex(?:adecimal)?\b/i,
    encode: (text) => Buffer.from(text, "utf8").toString("hex"),
    decode: (text) => Buffer.from(text.replaceAll(/\s|0x/g, ""), "hex").toString("utf8"),
  },
  {
    asked: /\bbinary\b/i,
    encode: (text) => [...Buffer.from(text, "utf8")].map((byte) => byte.toString(2).padStart(8, "0")).join(" "),
    decode: (text) =>
      Buffer.from((text.match(/[01]{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2))).toString("utf8"),
  },
];

const FOR_CODE =
  /\b(?:function|script|program|in python|in javascript|in typescript|in java|in go|code that|how (?:do|to|can))\b/i;
const NAMES = "(?:md5|sha-?\\d+|base ?-?64|url|uri|percent|html|hex(?:adecimal)?|binary)";
const BEFORE_TEXT = new RegExp(
  `(?:\\b${NAMES}(?:[- ]?(?:encode|decode|escape|unescape|hash|sum|checksum|encoding|encoded))?|\\b(?:encode|decode|hash|escape|unescape)(?: ${NAMES})?)\\s+(?:hash |checksum )?(?:(?:of|for|as|to|from)\\s+)?`,
  "i",
);
const AFTER_TEXT = new RegExp(`\\s+(?:(?:from|in|into|to|as|with|using)\\s+)${NAMES}[?!.]*$`, "i");

export function encodeText(question: string): string | undefined {
  if (question.length > 5000 || FOR_CODE.test(question.slice(0, 200))) return undefined;
  const head = question.slice(0, 120);
  const algorithms = HASHES.filter(([asked]) => asked.test(head)).map(([, name]) => name);
  const encoding = ENCODINGS.find(({ asked }) => asked.test(head));
  const isCoding = /\b(?:encod\w*|decod\w*|escape\w*|unescape\w*)\b/i.test(head) || /\bbase ?-?64\b/i.test(head);
  if (algorithms.length === 0 && !(encoding && isCoding)) return undefined;
  const text = readText(question);
  if (text === undefined || /^(?:an? (?:text|string|file|password)|it|this|that|text|strings?)$/i.test(text))
    return undefined;
  if (algorithms.length > 0) {
    return algorithms
      .map((name) => `**${name}** of ${asCode(text)}:\n\n${fence(createHash(name).update(text).digest("hex"))}`)
      .join("\n\n");
  }
  return encoding && fence(convert(encoding, text, /\b(?:decod|unescap)/i.test(head)));
}

function readText(question: string): string | undefined {
  const bare = question.replace(AFTER_TEXT, "");
  return textArgument(bare, BEFORE_TEXT)?.replace(AFTER_TEXT, "");
}

function convert({ encode, decode }: Encoding, text: string, isDecoding: boolean): string {
  try {
    return isDecoding ? decode(text) : encode(text);
  } catch {
    return "This is not a valid encoding.";
  }
}

function fence(text: string): string {
  return `\`\`\`text\n${text.replaceAll("```", "` ` `")}\n\`\`\``;
}

function unescapeHtml(text: string): string {
  return text.replaceAll(
    /&(?:amp|lt|gt|quot|#39);/g,
    (entity) => Object.keys(HTML_ENTITIES).find((key) => HTML_ENTITIES[key] === entity) ?? entity,
  );
}
