/** Cost of a pattern from its syntax: nested repeats multiply. */

/**
 * State of an open group: its longest finished branch, its current branch, and the last element, which a repeat
 * repeats.
 */
type Group = { longest: number; branch: number; last: number };

const TOKEN =
  /\\.|\[(?:\\.|[^\]\\])*\]?|\{(\d+)(?:,(\d*))?\}[?+]?|[*+?][?+]?|\((?:\?(?:[:=!]|<(?:[=!]|[^>]{0,60}>)))?|[)|.^$]|./gsu;
const RANGE = /([^\\])-([^\]\\])/gsu;
/** Limit of repeats beyond the minimum that the generator adds. */
const MOST_BEYOND_FEWEST = 5;
/** Steps for any character, which is picked from a list that is built anew each time. */
const ANY_CHARACTER = 3;
/** Characters of a range that are expanded in the time of one step. */
const RANGE_PER_STEP = 16;

/**
 * @returns approximate steps of half a microsecond to generate one string; the string has at most as many characters
 */
export function patternSteps(pattern: string): number {
  return measure(pattern, (fewest, most) => (fewest + Math.min(most, fewest + MOST_BEYOND_FEWEST)) / 2);
}

/** @returns the most steps that counted repeats allow: a matcher may try them all before it fails */
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
  // Groups that were never closed still count.
  const whole = [...groups, group].reduce((sum, { longest, branch }) => sum + Math.max(longest, branch), 0);
  return whole + ranges / RANGE_PER_STEP;
}

function openGroup(): Group {
  return { longest: 0, branch: 0, last: 0 };
}

/** Unbounded repeats count as the generator expands them. */
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
