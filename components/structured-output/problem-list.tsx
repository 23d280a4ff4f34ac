import type { ValidationProblem } from "#lib/playground/json-schema/validate-json.ts";

/** The most that are worth reading. */
const SHOWN = 8;

/** What is wrong with a value, each with where. */
export function ProblemList({ problems }: { problems: readonly ValidationProblem[] }) {
  return (
    <ul className="flex flex-col gap-0.5 text-[13px]">
      {problems.slice(0, SHOWN).map(({ path, message }) => (
        <li key={`${path} ${message}`} className="flex flex-wrap gap-x-2">
          {path && <code className="break-all font-mono text-xs leading-5">{path}</code>}
          <span className="text-muted-foreground">{message}</span>
        </li>
      ))}
      {problems.length > SHOWN && <li className="text-muted-foreground">and {problems.length - SHOWN} more</li>}
    </ul>
  );
}
