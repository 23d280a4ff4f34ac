/** What a pattern costs, told from its syntax alone: repeats of repeats multiply. */

/** A group that is read: its longest finished branch, the branch under way and the last thing in that, which a repeat repeats. */
type Group = { longest: number; branch: number; last: number };

const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}[?+]?|[*+?][?+]?|\((?:\?(?:[:=!]|<(?:[=!]|[^>]{0,60}>)))?|[)|.^$]|./gsu;
const RANGE = /([^\\])-([^\]\\])/gsu;
/** The generator takes few more than it must. */
const MOST_BEYOND_FEWEST = 5;
/** Any character is picked from a list that is written out anew each time. */
const ANY_CHARACTER = 3;
/** Characters of a range that are written out in the time of one step. */
const RANGE_PER_STEP = 16;

/** @returns about how many steps of half a microsecond it takes to make one string; it has no more characters than that */
export function patternSteps(pattern: string): number {
  return measure(pattern, (fewest, most) => (fewest + Math.min(most, fewest + MOST_BEYOND_FEWEST)) / 2);
}

/** @returns the most steps that its counted repeats allow: a matcher may try them all before it gives up */
export function patternReach(pattern: string): number {
  return measure(pattern, (_, most) => most);
}

function measure(pattern: string, repeatsOf: (fewest: number, most: number) => number): number {
  const groups: Group[] = [];
  let group = openGroup();
  let ranges = 0;
  const add = (steps: number) => {
    group.branch += steps;
    group.last = steps;
  };
  for (const [token, fewest, most] of pattern.matchAll(TOKEN)) {
    if (token.startsWith("(")) {
      groups.push(group);
      group = openGroup();
    } else if (token === ")") {
      const inner = Math.max(group.longest, group.branch);
      group = groups.pop() ?? openGroup();
      add(inner);
    } else if (token === "|") {
      group = { longest: Math.max(group.longest, group.branch), branch: 0, last: 0 };
    } else if (token === "^" || token === "$") add(0);
    else if (/^[*+?]/.test(token) || fewest !== undefined) {
      group.branch += group.last * (repeatsOf(...boundsOf(token, fewest, most)) - 1);
      group.last = 0;
    } else {
      add(token === "." || token.startsWith("[^") ? ANY_CHARACTER : 1);
      if (token.startsWith("[")) ranges += rangeSizes(token);
    }
  }
  // What is left open still counts.
  const whole = [...groups, group].reduce((sum, { longest, branch }) => sum + Math.max(longest, branch), 0);
  return whole + ranges / RANGE_PER_STEP;
}

function openGroup(): Group {
  return { longest: 0, branch: 0, last: 0 };
}

/** What has no bound counts as the generator takes it. */
function boundsOf(token: string, fewest: string | undefined, most: string | undefined): [fewest: number, most: number] {
  if (token.startsWith("?")) return [0, 1];
  const low = fewest === undefined ? Number(token.startsWith("+")) : Number(fewest);
  if (fewest !== undefined && most === undefined) return [low, low];
  return [low, most ? Number(most) : low + MOST_BEYOND_FEWEST];
}

function rangeSizes(characterClass: string): number {
  return [...characterClass.matchAll(RANGE)].reduce((sum, [, from = "", to = ""]) => {
    return sum + Math.max(0, (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0));
  }, 0);
}
