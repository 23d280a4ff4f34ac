import type { ValidationProblem } from "#lib/playground/json-schema/validate-json.ts";

/** Maximum number of problems listed. */
const SHOWN = 8;

/** Problems of a value, each with its path. */
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
