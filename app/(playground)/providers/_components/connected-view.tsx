import { CircleCheck } from "lucide-react";
import { describeModelCount } from "#app/(playground)/providers/_model/describe-provider.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import type { Provider } from "#lib/contract/provider.ts";

/** States that the provider is connected, and what to do next. */
export function ConnectedView({
  saved: { id, model_count, problem },
  model,
  isEdit,
  onDone,
}: {
  saved: Provider;
  /** Model that answered the test call; null when none was called. */
  model: string | null;
  isEdit: boolean;
  onDone: () => void;
}) {
  const count = describeModelCount(model_count);
  return (
    <>
      <p role="status" className="flex items-center gap-2 font-medium text-base">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        {isEdit ? "Saved" : "Connected"}
        {count && `, ${count}`}
      </p>
      <p className="text-muted-foreground">
        Name its models{" "}
        <code className="font-mono text-[13px] text-foreground">
          {id}/{model ?? "<model>"}
        </code>{" "}
        in your requests.
      </p>
      {problem && <p className="text-[13px] text-warning [overflow-wrap:anywhere]">{problem}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Done</Button>
        <ButtonLink href="/keys?create">Create a key</ButtonLink>
        {model !== null && (
          <ButtonLink variant="primary" href={`/chat?model=${encodeURIComponent(`${id}/${model}`)}`}>
            Chat with it
          </ButtonLink>
        )}
      </div>
    </>
  );
}
