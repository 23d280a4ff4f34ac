import { MAXIMUM_ROUNDS } from "#lib/playground/conversation/auto-reply.ts";
import { Switch } from "../ui/switch.tsx";

/** Setting of the page, not of the request: answers tool calls with sample results. */
export function AutoReplyRow({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <div data-parameter="autoReply" className="py-0.5">
      <div className="flex min-h-8 items-center gap-2.5">
        <Switch checked={checked} label="Auto-reply" onChange={onChange} />
        <span className={checked ? undefined : "text-muted-foreground"}>Auto-reply</span>
        <span className="ml-auto text-muted-foreground text-xs">{checked ? "Sample results" : "Manual"}</span>
      </div>
      {checked && (
        <p className="pb-1 pl-10 text-muted-foreground text-xs">
          Sends sample results for tool calls, up to {MAXIMUM_ROUNDS} rounds per message.
        </p>
      )}
    </div>
  );
}
