/** Writes the answer to a message: each of its requests by its kind, in one screen. */
import { labelSample } from "../samples/choose-sample.ts";
import { type ClassifyContext, classifyRequest, type Request } from "./classify-request.ts";
import { composeAnswer } from "./compose-answer.ts";
import { readForeignQuestion } from "./languages.ts";
import { openLibrary } from "./library.ts";
import { refuse, sayNearest, sayUnmentioned } from "./refuse.ts";
import { splitRequest } from "./split-request.ts";

export type AnswerContext = ClassifyContext & {
  verbosity: "low" | "medium" | "high";
  /** Earlier responses of the conversation. */
  said: readonly string[];
};

export type RequestAnswer = { text: string /** The requests that were answered, in order. */; requests: Request[] };

export function answerRequest(question: string, context: AnswerContext): RequestAnswer {
  const foreign = readForeignQuestion(question);
  if (foreign) {
    const own = classifyRequest(question, context);
    // Greetings and phrases are known in their own language.
    const request =
      own.kind === "outside" || own.kind === "unmentioned" ? classifyRequest(foreign.english, context) : own;
    const text = writeAnswer(foreign.english, request, context);
    return { text: own.kind === "small-talk" ? text : `${foreign.notice}\n\n${text}`, requests: [request] };
  }
  const parts = readParts(question, context);
  if (parts.length < 2) {
    const request = parts[0]?.request ?? classifyRequest(question, context);
    return { text: writeAnswer(parts[0]?.part ?? question, request, context), requests: [request] };
  }
  const texts = parts.map(({ part, request }) => writeAnswer(part, request, context, true));
  return { text: [...new Set(texts)].join("\n\n"), requests: parts.map(({ request }) => request) };
}

type Part = { part: string; request: Request };

/** Returns the requests of a message of several that can be answered apart; at most one: the message is one request. */
function readParts(question: string, context: AnswerContext): Part[] {
  const parts = splitRequest(question);
  if (parts.length < 2) return [];
  const whole = classifyRequest(question, context);
  if (whole.kind !== "outside" && whole.kind !== "documented" && whole.kind !== "unmentioned") return [];
  const read = parts.map((part, index) => ({
    part,
    request: classifyRequest(part, { ...context, previous: parts[index - 1] ?? "" }),
  }));
  const able = read.filter(({ request }) => request.kind !== "outside" && request.kind !== "unmentioned");
  const substantial = able.filter(({ request }) => request.kind !== "small-talk");
  if (substantial.length === 0) return [];
  // A greeting before a question asks for nothing.
  if (substantial.length === 1 && able.length === read.length) return substantial;
  if (whole.kind === "documented" && substantial.length < 2) return [];
  // The code of "a table and code" is that of the section.
  if (whole.kind === "documented" && substantial.some(({ request }) => request.kind === "sample")) return [];
  if (whole.kind === "documented" && !areApart(substantial)) return [];
  return read.filter(({ request }) => request.kind !== "small-talk");
}

/** Returns true when the documented parts are answered by different sections. */
function areApart(parts: Part[]): boolean {
  const links = parts.flatMap(({ request }) => (request.kind === "documented" ? request.hits[0].section.link : []));
  return new Set(links).size === links.length;
}

function writeAnswer(question: string, request: Request, context: AnswerContext, isPart = false): string {
  const { wording, verbosity, said } = context;
  switch (request.kind) {
    case "documented": {
      const { query, isUnsure = false, unknown } = request.finding;
      const options = { question: query, hits: request.hits, library: openLibrary(), verbosity, wording };
      const text = composeAnswer({ ...options, isPart: isPart || isUnsure });
      if (!isUnsure) return text;
      const others = [...new Set(request.hits.slice(1, 4).map(({ section }) => section))];
      const links = others.map(({ heading, link }) => `[${heading}](${link})`).join(" · ");
      return [`*${sayNearest(unknown)}:*`, text, ...(links === "" ? [] : [`Or is it this? ${links}`])].join("\n\n");
    }
    case "sample":
      return labelSample(request.sample);
    case "unmentioned": {
      const { unknown, hits, nearest } = request.finding;
      return sayUnmentioned({ unknown, nearest: nearest ?? hits[0]?.section });
    }
    case "outside":
      return refuse({ question, said, wording, agentTools: context.agentTools });
    default:
      return request.text;
  }
}
