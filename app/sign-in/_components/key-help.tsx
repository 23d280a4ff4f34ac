import { CopyButton } from "#components/ui/copy-button.tsx";
import { KEYS_COMMAND } from "#lib/playground/gateway/gateway-session.ts";

/** Ways to a key for the operator of the gateway, behind a disclosure: others cannot use them. */
export function KeyHelp() {
  return (
    <details className="mt-8 border-t pt-5">
      <summary className="w-fit rounded-md font-medium text-[13px]">I run this server</summary>
      <ul className="mt-3 flex flex-col gap-3 text-muted-foreground">
        <li>
          Open the sign-in link that the server prints when it starts. <Code>parlance sign-in</Code> prints a new one
          (in the repository, <Code>npm run sign-in</Code>).
        </li>
        <li>
          Use the admin key in <Code>.data/admin-key</Code> or <Code>PARLANCE_ADMIN_KEY</Code>.
        </li>
        <li>
          Create a key on the command line (in the repository, <Code>npm run keys -- create</Code>):
          <span className="mt-1.5 flex items-center justify-between rounded-[10px] border bg-card py-0.5 pr-1 pl-3 font-mono text-[13px] text-foreground">
            {KEYS_COMMAND}
            <CopyButton size="small" label="Copy command" text={() => KEYS_COMMAND} />
          </span>
        </li>
      </ul>
      <p className="mt-3 text-[13px] text-muted-foreground">
        Your key is exchanged for a secure session and never stored in the browser.
      </p>
    </details>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded bg-muted px-1 py-0.5 font-mono text-[13px] text-foreground">{children}</code>;
}
