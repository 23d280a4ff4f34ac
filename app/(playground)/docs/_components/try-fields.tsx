import { useState } from "react";
import { Select } from "#components/ui/select.tsx";
import { listFields } from "../_model/describe-schema.ts";
import type { Media, OpenApiDocument, Parameter } from "../_model/openapi.ts";

export const FIELD =
  "w-full rounded-lg border border-input bg-background px-2.5 font-mono text-[13px] max-sm:text-base";
const ROW = "grid gap-1 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-center";
const NAME = "break-words font-mono text-[13px]";

/** A parameter of the path, the query or the headers: a choice when its values are listed, else a text field. */
export function ParameterField({ id, parameter }: { id: string; parameter: Parameter }) {
  const { name, in: place, required, example, schema } = parameter;
  const options = schema?.enum ?? (schema?.const === undefined ? undefined : [schema.const]);
  const key = `${place}.${name}`;
  const star = required && <span className="text-destructive"> *</span>;
  if (options)
    return (
      <div className={ROW}>
        <span className={NAME}>
          {name}
          {star}
        </span>
        <Choice label={name} name={key} options={options.map(String)} />
      </div>
    );
  return (
    <div className={ROW}>
      <label htmlFor={id + key} className={NAME}>
        {name}
        {star}
      </label>
      <input
        id={id + key}
        name={key}
        defaultValue={required && example !== undefined ? String(example) : ""}
        autoComplete="off"
        spellCheck={false}
        className={`${FIELD} h-8`}
      />
    </div>
  );
}

/** One of the listed values, or none. */
function Choice({ label, name, options }: { label: string; name: string; options: readonly string[] }) {
  const [value, setValue] = useState("");
  return (
    <div className="min-w-0">
      <Select
        label={label}
        options={[{ value: "", label: "Not set" }, ...options.map((option) => ({ value: option, label: option }))]}
        value={value}
        className="w-full justify-between font-mono"
        onChange={setValue}
      />
      <input type="hidden" name={name} value={value} />
    </div>
  );
}

/** The fields of a multipart body. */
export function FormFields({ id, document, media }: { id: string; document: OpenApiDocument; media: Media }) {
  return listFields(document, media.schema ?? {}).map(({ name, schema, type, required }) => {
    const binary = JSON.stringify(schema).includes("contentMediaType") || /bytes|file/i.test(type);
    return (
      <div key={name} className={ROW}>
        <label htmlFor={`${id}form.${name}`} className={NAME}>
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
