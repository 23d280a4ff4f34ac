/** Everything that the sandbox works out itself. Each function returns undefined for a request that is not its own. */
import { findList } from "../facts/lists.ts";
import { answerCapital } from "./answer-capital.ts";
import { calculationAnswer, findCalculation } from "./arithmetic.ts";
import { answerFromCalendar } from "./calendar.ts";
import { decideByChance } from "./chance.ts";
import { changeText } from "./change-text.ts";
import { convertData } from "./convert-data.ts";
import { convertUnits } from "./convert-units.ts";
import { countInText } from "./count-text.ts";
import { encodeText } from "./encode-text.ts";
import { answerAboutNumbers } from "./number-facts.ts";
import { computePercentage } from "./percentages.ts";
import { pullFromText } from "./pull-from-text.ts";
import { summariseText } from "./summarise-text.ts";
import { testRegex } from "./test-regex.ts";
import { translatePhrase } from "./translate-phrase.ts";
import { workOnList } from "./work-on-list.ts";

/** @param now time of the clock, for dates */
export function computeAnswer(question: string, { seed, now }: { seed: number; now: Date }): string | undefined {
  const percentage = computePercentage(question);
  if (percentage !== undefined) return percentage;
  const calculation = findCalculation(question);
  if (calculation) return calculationAnswer(calculation);
  return (
    summariseText(question) ??
    convertData(question) ??
    pullFromText(question) ??
    testRegex(question) ??
    encodeText(question) ??
    answerAboutNumbers(question) ??
    convertUnits(question) ??
    answerFromCalendar(question, now) ??
    countInText(question) ??
    workOnList(question) ??
    translatePhrase(question) ??
    answerCapital(question) ??
    decideByChance(question, seed) ??
    changeText(question) ??
    listThings(question)
  );
}

function listThings(question: string): string | undefined {
  return findList(question)
    ?.items.map((item, index) => `${index + 1}. ${item}`)
    .join("\n");
}
