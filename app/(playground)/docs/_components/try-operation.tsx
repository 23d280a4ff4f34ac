import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { callGateway } from "#lib/playground/gateway/gateway-request.ts";
import { buildRequest } from "../_model/build-request.ts";
import type { Media, OpenApiDocument, Operation } from "../_model/openapi.ts";
import { type Outcome, ResponseView } from "./response-view.tsx";
import { FIELD, FormFields, ParameterField } from "./try-fields.tsx";

/** Longest response that is shown, in characters. */
const MAX_SHOWN = 200_000;

/** A form that sends the operation with the browser's session, and the response. */
export function TryOperation({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [mediaType, setMediaType] = useState(operation.bodies[0]?.[0]);
  const media = operation.bodies.find(([name]) => name === mediaType)?.[1];
  const examples = Object.entries(media?.examples ?? {});
  const [example, setExample] = useState(examples[0]?.[0] ?? "");
  const [body, setBody] = useState(() => firstExample(media));
  const [outcome, setOutcome] = useState<Outcome>();
  const [sending, setSending] = useState<AbortController>();

  async function send() {
    const abort = new AbortController();
    setSending(abort);
    setOutcome(undefined);
    try {
      const entries = [...new FormData(form.current ?? undefined)];
      const values = Object.fromEntries(
        entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
      );
      const fields = entries.flatMap(([name, value]) =>
        name.startsWith("form.") && !(value instanceof File && value.size === 0)
          ? [[name.slice("form.".length), value] as const]
          : [],
      );
      const { path, init } = buildRequest(operation, { values, mediaType, body, form: fields });
      const started = performance.now();
      const response = await callGateway(path, { ...init, signal: abort.signal });
      await readResponse(response, started);
    } catch (error) {
      if (!abort.signal.aborted) setOutcome({ problem: error instanceof Error ? error.message : String(error) });
    } finally {
      setSending(undefined);
    }
  }

  /** Shows the response as it arrives; bytes of media only by their size. */
  async function readResponse(response: Response, started: number) {
    const type = response.headers.get("content-type") ?? "";
    const head = { status: response.status, type, headers: listHeaders(response.headers) };
    if (/^(?:image|video|audio)\/|octet-stream/.test(type)) {
      const { size } = await response.blob();
      setOutcome({
        ...head,
        text: `${size.toLocaleString("en")} bytes of ${type}`,
        milliseconds: performance.now() - started,
      });
      return;
    }
    let text = "";
    const show = () =>
      setOutcome({ ...head, text: text.slice(0, MAX_SHOWN), milliseconds: performance.now() - started });
    show();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      text += part.value;
      show();
    }
    if (type.includes("json")) text = indentJson(text);
    show();
  }

  return (
    <form
      ref={form}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {operation.parameters.map((parameter) => (
        <ParameterField key={parameter.in + parameter.name} id={id} parameter={parameter} />
      ))}
      {operation.bodies.length > 1 && (
        <div className="flex items-center gap-2 text-[13px]">
          Body type
          <Select
            label="Body type"
            options={operation.bodies.map(([name]) => ({ value: name, label: name }))}
            value={mediaType ?? ""}
            onChange={(chosen) => {
              const next = operation.bodies.find(([name]) => name === chosen)?.[1];
              setMediaType(chosen);
              setExample(Object.keys(next?.examples ?? {})[0] ?? "");
              setBody(firstExample(next));
            }}
          />
        </div>
      )}
      {media && mediaType === "multipart/form-data" && <FormFields id={id} document={document} media={media} />}
      {media && mediaType !== "multipart/form-data" && (
        <>
          {examples.length > 1 && (
            <div className="flex min-w-0 items-center gap-2 text-[13px]">
              Example
              <Select
                label="Example"
                options={examples.map(([name, { summary }]) => ({ value: name, label: summary ?? name }))}
                value={example}
                onChange={(name) => {
                  setExample(name);
                  setBody(toText(media.examples?.[name]?.value));
                }}
              />
            </div>
          )}
          <textarea
            aria-label="Request body"
            value={body}
            rows={Math.min(16, body.split("\n").length + 1)}
            spellCheck={false}
            onChange={(event) => setBody(event.target.value)}
            className={`${FIELD} resize-y py-2 leading-5`}
          />
        </>
      )}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={sending !== undefined}>
          {sending ? "Sending…" : "Send request"}
        </Button>
        {sending && <Button onClick={() => sending.abort()}>Cancel</Button>}
      </div>
      {outcome && <ResponseView outcome={outcome} />}
    </form>
  );
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, null, 2);

function firstExample(media: Media | undefined): string {
  return toText(Object.values(media?.examples ?? {})[0]?.value ?? media?.example);
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const listHeaders = (headers: Headers): [string, string][] =>
  [...headers].filter(([name]) => name.startsWith("x-") && name !== "x-content-type-options");
