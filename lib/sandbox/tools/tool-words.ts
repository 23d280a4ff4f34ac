/** Words of tool names and of users: verbs, which of them change something, and synonyms of objects. */
import { stemmedWords } from "../text/words.ts";

/** Verbs of tools that return something, with what users say for them. */
const READING: Record<string, string> = {
  get: "get fetch show tell give check look find what compare see",
  fetch: "get fetch show give download open",
  read: "read open show view print cat display see what",
  view: "view show open see display",
  open: "open show view",
  list: "list show ls enumerate what which see",
  search: "search find look google",
  find: "find search look locate",
  lookup: "look find search lookup",
  look: "look find search",
  check: "check verify test is",
  query: "query ask select",
  describe: "describe explain",
  count: "count",
  calculate: "calculate compute evaluate solve work what",
  compute: "calculate compute evaluate",
  convert: "convert change exchange what",
  translate: "translate",
  summarize: "summarize summarise",
  summarise: "summarize summarise",
  grep: "grep search find",
  glob: "glob list find",
  compare: "compare",
};

/** Verbs of tools that change something or cost money, with what users say for them. */
const CHANGING: Record<string, string> = {
  write: "write save create",
  create: "create make add open file new",
  delete: "delete remove erase",
  remove: "remove delete",
  edit: "edit change modify",
  replace: "replace change",
  update: "update change edit",
  send: "send mail email message",
  deploy: "deploy ship release",
  commit: "commit",
  push: "push",
  pay: "pay",
  purchase: "purchase buy",
  buy: "buy purchase",
  order: "order buy",
  book: "book reserve",
  reserve: "reserve book",
  place: "place",
  cancel: "cancel",
  run: "run execute start",
  execute: "run execute",
  exec: "run execute",
  kill: "kill stop",
  stop: "stop",
  start: "start",
  restart: "restart",
  apply: "apply",
  patch: "patch",
  move: "move rename",
  rename: "rename move",
  install: "install",
  publish: "publish",
  post: "post publish",
  transfer: "transfer send",
  set: "set turn switch put dim change",
  turn: "turn switch",
  add: "add put create",
  save: "save remember store",
  schedule: "schedule plan book",
  merge: "merge",
  upload: "upload",
  submit: "submit send",
  close: "close",
  invite: "invite",
  reply: "reply answer",
  remind: "remind",
};

/** Tools that run commands, whatever their name says. */
const RUNNERS = /^(?:bash|shell|terminal|sh|powershell|exec|python|code_?interpreter|repl|local_?shell)$/i;

/** Tools that set others to work: an agent starts one of its own accord, and no words of a user's mean it for certain. */
const DELEGATES = /^(?:agent|subagent|skill|workflow|task|wakeup)$/i;

/** Word for the thing that a runner runs. */
const RUN = /^(?:command|code|script)$/i;

/** Words that say whose a tool is, or nothing at all. */
const GENERIC = new Set(
  "current my all new the a an by for of to in tool api data info information details detail value user".split(" "),
);
/** Words of users for objects in tool names. */
const OBJECTS: Record<string, string> = {
  weather: "temperature forecast rain raining sunny warm cold hot degrees umbrella snow wind",
  forecast: "weather",
  calculator: "calculate compute plus minus times divided multiply math",
  stock: "share shares ticker price",
  time: "clock hour",
  flight: "fly plane",
  email: "mail e-mail",
  mail: "email",
  event: "meeting appointment calendar",
  calendar: "meeting appointment schedule event",
  reminder: "remind remember",
  currency: "dollars euros exchange",
  file: "files",
  directory: "files folder dir directory",
  issue: "bug ticket",
};

const stemsOf = (text: string): string[] => stemmedWords(text);
const OBJECT_STEMS = new Map(
  Object.entries(OBJECTS).map(([word, others]) => [stemsOf(word)[0] ?? word, stemsOf(others)]),
);

export function isToolVerb(word: string): boolean {
  return Object.hasOwn(READING, word) || Object.hasOwn(CHANGING, word);
}

/** Returns true when a user's words name an object of a tool's name, or a synonym of it. */
export function isNamed(object: string, said: ReadonlySet<string>): boolean {
  const stem = stemsOf(object)[0] ?? object;
  return said.has(stem) || (OBJECT_STEMS.get(stem)?.some((other) => said.has(other)) ?? false);
}

export type ToolName = {
  /** Verbs of the name, with what users say for them; empty for a name of nouns. */
  verbs: string[];
  /** Words of users for these verbs. */
  sayings: ReadonlySet<string>;
  objects: string[];
  /** True for a tool that changes something, sends something, costs money or runs commands. */
  isRisky: boolean;
};

/**
 * @param words of the tool's name, in lower case
 * @param required names of the parameters that a call needs, in lower case
 */
export function readToolName(words: string[], { name, required }: { name: string; required: string[] }): ToolName {
  const isRunner = RUNNERS.test(name) || words.some((word) => RUNNERS.test(word));
  // A name of verbs alone has an object, too: `place_order`.
  const found = words.filter(isToolVerb);
  const verbs = found.length === words.length && found.length > 1 ? found.slice(0, 1) : found;
  // `ToolSearch` is about tools, `weather_tool` is one.
  const isAboutTools = words.length > 1 && words[0] === "tool";
  const own = words.filter(
    (word) =>
      (isAboutTools && word === "tool") ||
      (!verbs.includes(word) && !GENERIC.has(word) && !RUNNERS.test(word) && !(isRunner && RUN.test(word))),
  );
  // A bare `Write` that needs a path writes files, and no haiku.
  const objects = own.length === 0 && required.some((field) => /\b(?:path|file)\b/.test(field)) ? ["file"] : own;
  const sayings = new Set(
    [...words.filter(isToolVerb), ...(isRunner ? ["run"] : [])].flatMap((verb) => [
      verb,
      ...(READING[verb] ?? CHANGING[verb] ?? "").split(" "),
    ]),
  );
  const isRisky =
    isRunner ||
    isAboutTools ||
    (DELEGATES.test(words.at(-1) ?? "") && verbs.length === 0) ||
    words.some((word) => Object.hasOwn(CHANGING, word) && !Object.hasOwn(READING, word));
  return { verbs, sayings, objects, isRisky };
}
