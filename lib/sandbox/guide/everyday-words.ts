import { stemmedWords } from "../text/words.ts";

/** Everyday words: guides use them in passing, so they count for little and are never unknown. */
export const EVERYDAY = new Set(
  stemmedWords(
    `about except back several tomorrow yesterday tonight morning later soon playground parlance gateway always automatically anyway actual actually after before setup get certain again answer answers through via all also always another any anyone anything around ask away bad best better bit can't
    come cool could day different doing down done each easily easy else ever every everything example
    exactly exist exists explain fast first full fun general give go going good got great happen happens have hear
    hello help here hey hi idea info information instead just keep kind know last learn least left less let let's ll
    long look lot made make makes making many maybe me mean might mine more most much must myself name names never new
    next nice no not now off often old once one ones only open other others over own part past people perhaps
    person place plain possible possibly practice pretty properly quick quickly quite re read really right run said
    same sample samples say second see seem set shall short should show simple simply since slow someone
    something start step steps still stuff sure table tables take talk tell travel thank thanks thing things think three time times today
    together too top true try two type under until up us use used useful user users using usually ve via want wants
    way ways week well whether while whole without word words work works world would write wrong year yes yet yourself
    currently support supported supports offer offers available ready provide provides included detail details
    describe description overview summary briefly short please`,
  ),
);
