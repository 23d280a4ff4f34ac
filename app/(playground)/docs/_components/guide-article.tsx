"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { copyText } from "#lib/playground/shell/copy-text.ts";
import { WRITE_OWN_ORIGIN_SCRIPT, writeOwnOrigin } from "../_model/sample-origin.ts";

/** Milliseconds for which a copy button shows its result. */
const SHOWN_MS = 1600;

/** Text of a guide, rendered at build time. Code has the gateway's own address and a copy button. */
export function GuideArticle({ html }: { html: string }) {
  const router = useRouter();
  const article = useRef<HTMLElement>(null);
  const [announced, setAnnounced] = useState("");
  useLayoutEffect(() => {
    if (article.current) writeOwnOrigin(article.current, location.origin);
  }, []);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const button = target.closest<HTMLButtonElement>("[data-copy]");
    if (button) {
      const code = button.closest("figure")?.querySelector("code")?.textContent ?? "";
      void copyText(code).then(
        () => show("Copied", button),
        () => show("Not copied", button),
      );
      return;
    }
    const link = target.closest<HTMLAnchorElement>("a[href^='/docs/']");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.push(link.getAttribute("href") ?? "/docs");
  };
  function show(outcome: string, button: HTMLButtonElement) {
    button.textContent = outcome;
    setAnnounced(outcome);
    setTimeout(() => {
      button.textContent = "Copy";
      setAnnounced("");
    }, SHOWN_MS);
  }
  return (
    <div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the clicks are those of links and buttons inside, also by key. */}
      <article
        ref={article}
        className="docs-prose markdown"
        onClick={onClick}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own guides, rendered at build time.
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; must run before the first paint. */}
      <script dangerouslySetInnerHTML={{ __html: WRITE_OWN_ORIGIN_SCRIPT }} />
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  );
}
