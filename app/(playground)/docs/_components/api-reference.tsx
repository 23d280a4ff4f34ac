"use client";

import { useEffect, useMemo, useState } from "react";
import { listOperations, type OpenApiDocument } from "../_model/openapi.ts";
import { OperationView } from "./operation-view.tsx";

/** Every operation of `/openapi.json`, by tag. The one named in the fragment is open. */
export function ApiReference() {
  const [document, setDocument] = useState<OpenApiDocument>();
  const [failed, setFailed] = useState(false);
  const [filter, setFilter] = useState("");
  useEffect(() => {
    fetch("/openapi.json")
      .then(async (response) => {
        if (!response.ok) throw new Error(`HTTP status ${response.status}`);
        setDocument(await response.json());
      })
      .catch(() => setFailed(true));
  }, []);
  const groups = useMemo(() => (document ? listOperations(document) : []), [document]);
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = groups
    .map((group) => ({
      ...group,
      operations: group.operations.filter(({ method, path, summary }) => {
        const text = `${method} ${path} ${summary} ${group.tag}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ operations }) => operations.length > 0);
  return (
    <>
      <main className="docs-main">
        <h1 className="docs-title">API reference</h1>
        <p className="docs-lede">
          Every endpoint of this gateway. “Try it” sends real requests with your session. The same as a file:{" "}
          <a href="/openapi.json" className="underline underline-offset-2">
            /openapi.json
          </a>
          .
        </p>
        <input
          type="search"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          placeholder="Filter by path or name"
          aria-label="Filter endpoints"
          className="mt-5 h-9 w-full max-w-sm rounded-lg border border-input bg-background px-3 max-sm:text-base"
        />
        {!document && (
          <p role="status" className="py-16 text-muted-foreground">
            {failed ? "Couldn’t load /openapi.json. Reload the page." : "Loading…"}
          </p>
        )}
        {document &&
          shown.map(({ tag, description, operations }) => (
            <section key={tag} aria-labelledby={toId(tag)}>
              <h2 id={toId(tag)} className="docs-group scroll-mt-20">
                {tag}
              </h2>
              {description && <p className="-mt-2 pb-3 text-muted-foreground">{description}</p>}
              <ul className="overflow-hidden rounded-xl border">
                {operations.map((operation) => (
                  <OperationView key={operation.id} document={document} operation={operation} />
                ))}
              </ul>
            </section>
          ))}
        {document && shown.length === 0 && (
          <p role="status" className="py-16 text-muted-foreground">
            No endpoints match “{filter}”.
          </p>
        )}
      </main>
      <nav aria-labelledby="on-this-page" className="docs-outline">
        <h2 id="on-this-page" className="pb-2 font-medium text-xs">
          On this page
        </h2>
        <ul>
          {shown.map(({ tag }) => (
            <li key={tag}>
              <a href={`#${toId(tag)}`}>{tag}</a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

const toId = (tag: string) => `tag-${tag.toLowerCase().replaceAll(" ", "-")}`;
