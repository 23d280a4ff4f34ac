import { useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { callGateway } from "#lib/playground/gateway/gateway-request.ts";
import { buildRequest } from "../_model/build-request.ts";
import { listFields } from "../_model/describe-schema.ts";
import type { Media, OpenApiDocument, Operation, Parameter } from "../_model/openapi.ts";
import { type Outcome, ResponseView } from "./response-view.tsx";

/** Longest response that is shown, in characters. */
const MAX_SHOWN = 200_000;
const FIELD = "w-full rounded-lg border border-input bg-background px-2.5 font-mono text-[13px] max-sm:text-base";

/** A form that sends the operation with the browser's session, and the response. */
export function TryOperation({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [mediaType, setMediaType] = useState(operation.bodies[0]?.[0]);
  const media = operation.bodies.find(([name]) => name === mediaType)?.[1];
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
        <label className="flex items-center gap-2 text-[13px]">
          Body type
          <select
            value={mediaType}
            className="h-8 rounded-lg border border-input bg-background px-2"
            onChange={(event) => {
              setMediaType(event.target.value);
              setBody(firstExample(operation.bodies.find(([name]) => name === event.target.value)?.[1]));
            }}
          >
            {operation.bodies.map(([name]) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      {media && mediaType === "multipart/form-data" && <FormFields id={id} document={document} media={media} />}
      {media && mediaType !== "multipart/form-data" && (
        <>
          {Object.keys(media.examples ?? {}).length > 1 && (
            <label className="flex items-center gap-2 text-[13px]">
              Example
              <select
                className="h-8 min-w-0 rounded-lg border border-input bg-background px-2"
                onChange={(event) => setBody(toText(media.examples?.[event.target.value]?.value))}
              >
                {Object.entries(media.examples ?? {}).map(([name, { summary }]) => (
                  <option key={name} value={name}>
                    {summary ?? name}
                  </option>
                ))}
              </select>
            </label>
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

function ParameterField({ id, parameter }: { id: string; parameter: Parameter }) {
  const { name, in: place, required, example, schema } = parameter;
  const options = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const]);
  const key = `${place}.${name}`;
  return (
    <div className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center">
      <label htmlFor={id + key} className="break-words font-mono text-[13px]">
        {name}
        {required && <span className="text-destructive"> *</span>}
      </label>
      {options ? (
        <select id={id + key} name={key} className={`${FIELD} h-8`}>
          <option value="">Not set</option>
          {options.map((option) => (
            <option key={String(option)}>{String(option)}</option>
          ))}
        </select>
      ) : (
        <input
          id={id + key}
          name={key}
          defaultValue={required && example !== undefined ? String(example) : ""}
          autoComplete="off"
          spellCheck={false}
          className={`${FIELD} h-8`}
        />
      )}
    </div>
  );
}

function FormFields({ id, document, media }: { id: string; document: OpenApiDocument; media: Media }) {
  return listFields(document, media.schema ?? {}).map(({ name, schema, type, required }) => {
    const binary = JSON.stringify(schema).includes("contentMediaType") || /bytes|file/i.test(type);
    return (
      <div key={name} className="grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center">
        <label htmlFor={`${id}form.${name}`} className="break-words font-mono text-[13px]">
          {name}
          {required && <span className="text-destructive"> *</span>}
        </label>
        <input
          id={`${id}form.${name}`}
          name={`form.${name}`}
          type={binary ? "file" : "text"}
          className={`${FIELD} h-8`}
        />
      </div>
    );
  });
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
