import Link from "next/link";
import { PAGES } from "#components/shell/pages.ts";

const LINES: Record<string, string> = {
  "/requests": "Every call as the gateway saw it, down to its wire.",
  "/usage": "Tokens, cost and failures by day, model and key.",
  "/keys": "Manage API keys and permissions.",
  "/providers": "Connect the APIs that serve your models.",
};

/** Links to the gateway's pages: keys, requests and usage. */
export function GatewayEntrances() {
  return (
    <section aria-labelledby="gateway">
      <h2 id="gateway" className="group-title pb-2">
        Gateway
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-3">
        {PAGES.map(({ group, path, label, icon: Icon }) => {
          if (group !== "Gateway") return null;
          return (
            <li key={path} className="min-w-0">
              <Link
                href={path}
                className="flex h-full items-center gap-3 rounded-2xl border bg-card px-3.5 py-3 xl:py-2 transition-[border-color,box-shadow] duration-200 ease-press hover:border-foreground/25 hover:shadow-composer"
              >
                <span className="grid size-9 shrink-0 place-items-center rounded-[10px] bg-foreground/[0.05] text-muted-foreground">
                  <Icon aria-hidden className="size-4" />
                </span>
                <span className="min-w-0">
                  <span className="block font-medium">{label}</span>
                  <span className="block text-muted-foreground text-xs leading-[17px]">{LINES[path]}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
