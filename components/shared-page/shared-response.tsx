import { Ban, ChevronRight, TriangleAlert } from "lucide-react";
import type { SharedAnswer } from "#lib/contract/shared-page.ts";
import { formatThinkingTime } from "#lib/playground/streams/metrics.ts";
import { Citations } from "../conversation/citations.tsx";
import { ToolCallCard } from "../conversation/tool-call-card.tsx";
import { Fact, FactLine } from "../ui/fact.tsx";
import { RenderedMarkdown } from "./rendered-markdown.tsx";
import { SharedFile, SharedPicture } from "./shared-picture.tsx";

/** The model's response, with the order and look of the live page. */
export function SharedResponseView({ answer, pictures }: { answer: SharedAnswer; pictures: string }) {
  const { reasoning, parts, refusal, calls = [], citations = [], failure, notes = [], facts } = answer;
  return (
    <article aria-label="Response" className="flex min-w-0 flex-col gap-3">
      {reasoning && <Reasoning {...reasoning} />}
      {parts.map((part, index) => {
        // biome-ignore-start lint/suspicious/noArrayIndexKey: the page does not change.
        if (part.type === "text") return <RenderedMarkdown key={index} text={part.text} />;
        if (part.type === "file") return <SharedFile key={index} file={part} />;
        return <SharedPicture key={index} picture={part} pictures={pictures} className="max-w-full" />;
        // biome-ignore-end lint/suspicious/noArrayIndexKey: the page does not change.
      })}
      {citations.length > 0 && <Citations citations={citations} />}
      {refusal && (
        <div className="flex gap-2.5 rounded-2xl border border-dashed px-4 py-3">
          <Ban aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <div>
            <p className="font-medium">The model refused</p>
            <p className="whitespace-pre-wrap text-muted-foreground">{refusal}</p>
          </div>
        </div>
      )}
      {calls.map(({ name, arguments: written, result }, index) => (
        <ToolCallCard
          // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change.
          key={index}
          call={{ id: "", name, kind: "function", arguments: written }}
          schema={undefined}
          live={false}
          caret={false}
          waits={false}
          result={result && { callId: "", name, content: result.content, isError: result.is_error }}
        />
      ))}
      {failure && (
        <section className="rounded-2xl border border-destructive/25 bg-destructive/[0.05] px-4 py-3.5">
          <h2 className="flex items-center gap-2 font-medium text-destructive">
            <TriangleAlert aria-hidden className="size-4 shrink-0" />
            {failure.title}
          </h2>
          <p className="mt-1.5 whitespace-pre-wrap break-words text-[15px] leading-6">{failure.message}</p>
        </section>
      )}
      {notes.map((note) => (
        <p key={note} className="break-words text-[13px] text-muted-foreground">
          {note}
        </p>
      ))}
      <FactLine className="text-muted-foreground">
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change.
          <Fact key={index}>{fact}</Fact>
        ))}
      </FactLine>
    </article>
  );
}

function Reasoning({ text, milliseconds }: NonNullable<SharedAnswer["reasoning"]>) {
  return (
    <details className="group/reasoning">
      <summary className="-ml-1.5 flex h-7 w-fit list-none items-center gap-1.5 rounded-lg px-1.5 text-[13px] text-muted-foreground hover:text-foreground pointer-coarse:h-10 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-3.5 group-open/reasoning:rotate-90" />
        {milliseconds === undefined ? "Thought" : `Thought for ${formatThinkingTime(milliseconds)}`}
      </summary>
      <div className="reasoning mt-1 ml-[5px] border-l-2 pl-4 text-[14px] text-muted-foreground leading-relaxed">
        <RenderedMarkdown text={text} />
      </div>
    </details>
  );
}
