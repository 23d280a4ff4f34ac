import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { OpenApiDocument, Operation } from "../_model/openapi.ts";
import { InlineText } from "./inline-text.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import { TryOperation } from "./try-operation.tsx";

const METHOD_COLOURS: Record<string, string> = { GET: "text-success", DELETE: "text-destructive" };

/** One operation: a row that opens to its parameters, body, responses and a form that sends it. */
export function OperationView({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const [open, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { id, method, path, summary } = operation;
  useEffect(() => {
    const openByFragment = () => {
      if (location.hash !== `#${id}`) return;
      setOpen(true);
      row.current?.scrollIntoView();
    };
    openByFragment();
    addEventListener("hashchange", openByFragment);
    return () => removeEventListener("hashchange", openByFragment);
  }, [id]);
  return (
    <li ref={row} id={id} className="scroll-mt-16 not-first:border-t">
      <h3>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
            if (!open) history.replaceState(history.state, "", `#${id}`);
          }}
          className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2.5 text-left hover:bg-foreground/[0.04] pointer-coarse:py-3.5"
        >
          <span
            className={clsx("w-14 shrink-0 font-mono font-semibold text-xs", METHOD_COLOURS[method] ?? "text-accent")}
          >
            {method}
          </span>
          <code className="min-w-0 break-all font-mono text-[13px]">{path}</code>
          <span className="ml-auto flex items-center gap-2 text-[13px] text-muted-foreground">
            {summary}
            <ChevronDown aria-hidden className={clsx("size-4 transition-transform", open && "rotate-180")} />
          </span>
        </button>
      </h3>
      {open && <OperationBody document={document} operation={operation} />}
    </li>
  );
}

function OperationBody({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const { description, parameters, bodies, replies, needsKey } = operation;
  return (
    <div className="flex flex-col gap-5 border-t bg-card px-4 pt-4 pb-5">
      {description.split("\n\n").map((paragraph) => (
        <p key={paragraph} className="max-w-[44rem] leading-6">
          <InlineText text={paragraph} />
        </p>
      ))}
      {!needsKey && <p className="text-muted-foreground">No API key needed.</p>}
      <Part title="Try it">
        <TryOperation document={document} operation={operation} />
      </Part>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <dl className="rounded-lg border">
            {parameters.map((parameter) => (
              <div key={parameter.in + parameter.name} className="px-3 py-2 not-first:border-t">
                <dt className="flex flex-wrap items-baseline gap-x-2">
                  <code className="font-medium font-mono text-[13px]">{parameter.name}</code>
                  <span className="text-muted-foreground text-xs">{parameter.in}</span>
                  {parameter.required && <span className="text-destructive text-xs">required</span>}
                </dt>
                <dd className="text-[13px] text-muted-foreground leading-5">
                  <InlineText text={parameter.description ?? ""} />
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {bodies.map(([mediaType, { schema }]) => (
        <Part key={mediaType} title={`Request body, ${mediaType}`}>
          {schema && <SchemaFields document={document} schema={schema} />}
        </Part>
      ))}
      <Part title="Responses">
        <dl className="rounded-lg border">
          {replies.map(([status, reply]) => (
            <div key={status} className="px-3 py-2 not-first:border-t">
              <dt className="font-mono font-medium text-[13px]">{status}</dt>
              <dd className="text-[13px] text-muted-foreground leading-5">
                <InlineText text={reply.description ?? ""} />
                {Object.entries(reply.content ?? {}).map(
                  ([mediaType, { schema }]) =>
                    schema &&
                    status.startsWith("2") && (
                      <details key={mediaType} className="pt-1">
                        <summary className="w-fit text-foreground">{mediaType}</summary>
                        <div className="pt-2">
                          <SchemaFields document={document} schema={schema} />
                        </div>
                      </details>
                    ),
                )}
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h4 className="pb-2 font-medium">{title}</h4>
      {children}
    </div>
  );
}
