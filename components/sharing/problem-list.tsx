import { TriangleAlert } from "lucide-react";

/** Lists what is dropped or changed, one per line. */
export function ProblemList({ title, problems }: { title: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={title} className="rounded-xl bg-warning/[0.08] px-3 py-2.5 text-[13px]">
      <h3 className="flex items-center gap-1.5 font-medium">
        <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-warning" />
        {title}
      </h3>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5">
        {problems.map((problem) => (
          <li key={problem} className="break-words">
            {problem}
          </li>
        ))}
      </ul>
    </section>
  );
}
