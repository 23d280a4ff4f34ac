import { CopyButton } from "#components/ui/copy-button.tsx";

/** Explains where to find a key. */
export function KeyHelp() {
  return (
    <section aria-labelledby="key-help" className="mt-8 border-t pt-5">
      <h2 id="key-help" className="group-title">
        Where to find one
      </h2>
      <ul className="mt-3 flex flex-col gap-3 text-muted-foreground">
        <li>
          The server prints a sign-in link in its terminal when it starts. <Code>npm run sign-in</Code> prints a new
          one.
        </li>
        <li>
          The admin key lies in <Code>.data/admin-key</Code>, unless <Code>PARLANCE_ADMIN_KEY</Code> is set.
        </li>
        <li>
          Or make a key of your own:
          <span className="mt-1.5 flex items-center justify-between rounded-[10px] border bg-card py-0.5 pr-1 pl-3 font-mono text-[13px] text-foreground">
            npm run keys -- create
            <CopyButton size="small" label="Copy command" text={() => "npm run keys -- create"} />
          </span>
        </li>
      </ul>
    </section>
  );
}

function Code({ children }: { children: string }) {
  return <code className="rounded bg-muted px-1 py-0.5 font-mono text-[13px] text-foreground">{children}</code>;
}
