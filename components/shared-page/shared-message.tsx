import type { SharedPart, SharedTurn } from "#lib/contract/shared-page.ts";
import { SharedFile, SharedPicture } from "./shared-picture.tsx";
import { SharedResponseView } from "./shared-response.tsx";

/** A message as on the live page, without actions. */
export function SharedMessage({ turn, pictures }: { turn: SharedTurn; pictures: string }) {
  switch (turn.role) {
    case "user":
      return (
        <article aria-label="User" className="flex flex-col items-end gap-1.5">
          {turn.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change.
            <UserPart key={index} part={part} pictures={pictures} />
          ))}
        </article>
      );
    case "system":
    case "developer":
      return (
        <article
          aria-label={turn.role === "system" ? "System message" : "Developer message"}
          className="rounded-2xl border border-dashed px-4 pt-2.5 pb-3"
        >
          <span className="group-title">{turn.role}</span>
          <p className="whitespace-pre-wrap break-words pt-1 text-[15px] text-muted-foreground leading-6">
            {turn.text}
          </p>
        </article>
      );
    case "tool":
      return (
        <article aria-label="Tool results" className="flex flex-col gap-2.5">
          {turn.results.map(({ name, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page does not change.
            <section key={index} aria-label="Result" className="rounded-2xl border bg-card px-4 pt-2.5 pb-3">
              <h2 className="group-title">Result{name && ` of ${name}`}</h2>
              <pre className="whitespace-pre-wrap break-words pt-1 font-mono text-[13px] leading-5">{content}</pre>
            </section>
          ))}
        </article>
      );
    case "assistant":
      return <SharedResponseView answer={turn} pictures={pictures} />;
    default:
      return turn satisfies never;
  }
}

function UserPart({ part, pictures }: { part: SharedPart; pictures: string }) {
  switch (part.type) {
    case "text":
      return (
        <div className="max-w-[85%] whitespace-pre-wrap break-words rounded-[20px] rounded-br-md bg-bubble px-4 py-2.5 text-[15px] leading-6">
          {part.text}
        </div>
      );
    case "picture":
      return <SharedPicture picture={part} pictures={pictures} className="max-h-80 w-auto max-w-[85%]" />;
    case "file":
      return <SharedFile file={part} />;
    default:
      return part satisfies never;
  }
}
