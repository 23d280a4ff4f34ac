"use client";

import { clsx } from "clsx";
import { CircleAlert, CircleCheck, ListTree, LoaderCircle } from "lucide-react";
import { useState } from "react";
import { JsonTree } from "../json-tree/json-tree.tsx";
import { Button } from "../ui/button.tsx";
import { ProblemList } from "./problem-list.tsx";
import { useVerdict } from "./use-verdict.ts";

/** Shows whether a response matches the schema of its request, with the value as a tree. */
export function SchemaVerdict({ text, schema }: { text: string; schema: unknown }) {
  const verdict = useVerdict(text, schema);
  const [tree, setTree] = useState(false);
  const unusable = verdict && "unusable" in verdict ? verdict.unusable : undefined;
  const problems = verdict && "problems" in verdict ? verdict.problems : [];
  const valid = verdict !== undefined && unusable === undefined && problems.length === 0;
  return (
    <article aria-label="Structured output" className="flex flex-col gap-2" data-valid={verdict && valid}>
      <div role="status" className="flex min-h-7 flex-wrap items-center gap-x-2 text-[13px]">
        {!verdict && (
          <span className="flex items-center gap-1.5 text-muted-foreground">
            <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" /> Checking against the
            schema
          </span>
        )}
        {valid && (
          <span className="flex items-center gap-1.5 text-success">
            <CircleCheck aria-hidden className="size-4" /> Matches the schema
          </span>
        )}
        {unusable !== undefined && (
          <span className="flex items-center gap-1.5 text-warning">
            <CircleAlert aria-hidden className="size-4" /> Not checked: the schema is invalid
          </span>
        )}
        {problems.length > 0 && (
          <span className="flex items-center gap-1.5 text-destructive">
            <CircleAlert aria-hidden className="size-4" /> Does not match the schema
          </span>
        )}
        {verdict && "value" in verdict && (
          <Button
            size="small"
            variant="ghost"
            aria-expanded={tree}
            className={clsx("text-muted-foreground", tree && "bg-foreground/[0.06]")}
            onClick={() => setTree(!tree)}
          >
            <ListTree aria-hidden /> Tree
          </Button>
        )}
      </div>
      {unusable !== undefined && <p className="text-[13px] text-muted-foreground">{unusable}</p>}
      {problems.length > 0 && <ProblemList problems={problems} />}
      {tree && verdict && "value" in verdict && (
        <div className="animate-rise overflow-x-auto rounded-2xl border bg-card px-2 py-2">
          <JsonTree value={verdict.value} wrong={problems.map(({ path }) => path)} />
        </div>
      )}
    </article>
  );
}
