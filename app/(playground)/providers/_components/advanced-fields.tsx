import { clsx } from "clsx";
import { useId } from "react";
import {
  asksBaseUrl,
  type FieldName,
  type FieldProblem,
  type ProviderFields,
} from "#app/(playground)/providers/_model/provider-form.ts";
import { FIELD, type FieldState, TextField } from "#components/ui/text-field.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import { type ApiFormat, CUSTOM_PRESET, type ProviderPreset } from "#lib/contract/provider-presets.ts";

const FORMATS = Object.entries(API_FORMAT_NAMES) as [ApiFormat, string][];

/** Fields that a preset fills in: base URL, id, name, APIs, models. */
export function AdvancedFields({
  preset,
  isEdit,
  fields,
  field,
  problem,
  onChange,
}: {
  preset: ProviderPreset;
  isEdit: boolean;
  fields: ProviderFields;
  field: (name: FieldName) => FieldState;
  problem: FieldProblem | undefined;
  onChange: (changes: Partial<ProviderFields>) => void;
}) {
  const id = useId();
  const { isInvalid, describedBy } = field("models");
  const toggle = (format: ApiFormat, isOn: boolean) =>
    onChange({
      apiFormats: FORMATS.map(([name]) => name).filter((name) =>
        name === format ? isOn : fields.apiFormats.includes(name),
      ),
    });
  return (
    <details className="group rounded-xl border">
      <summary className="cursor-pointer rounded-xl px-3.5 py-2 font-medium text-[13px] select-none">Advanced</summary>
      <div className="flex flex-col gap-4 px-3.5 pt-1 pb-3.5">
        {!asksBaseUrl(preset) && (
          <TextField
            {...field("base_url")}
            label="Base URL"
            value={fields.baseUrl}
            onChange={(baseUrl) => onChange({ baseUrl })}
          />
        )}
        {(preset !== CUSTOM_PRESET || isEdit) && (
          <TextField
            {...field("id")}
            label="ID"
            help={isEdit ? "The ID cannot change." : "Prefix of its model names."}
            disabled={isEdit}
            value={fields.id}
            onChange={(value) => onChange({ id: value })}
          />
        )}
        <TextField {...field("name")} label="Name" value={fields.name} onChange={(name) => onChange({ name })} />
        <fieldset className="flex flex-col gap-1.5">
          <legend
            className={clsx("pb-1.5 font-medium text-[13px]", problem?.field === "api_formats" && "text-destructive")}
          >
            APIs
          </legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {FORMATS.map(([format, name]) => (
              <label key={format} className="flex items-center gap-2 text-[13px] pointer-coarse:min-h-9">
                <input
                  type="checkbox"
                  name="api_formats"
                  checked={fields.apiFormats.includes(format)}
                  onChange={(event) => toggle(format, event.target.checked)}
                  className="size-4 accent-primary"
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-models`} className="font-medium text-[13px]">
            Models
          </label>
          <textarea
            id={`${id}-models`}
            name="models"
            rows={3}
            aria-invalid={isInvalid}
            aria-describedby={describedBy ?? `${id}-help`}
            spellCheck={false}
            value={fields.models}
            onChange={(event) => onChange({ models: event.target.value })}
            className={`${FIELD} h-auto py-2 font-mono text-[13px]`}
          />
          <p id={`${id}-help`} className="text-muted-foreground text-xs">
            One per line. Empty uses the provider's list.
          </p>
        </div>
      </div>
    </details>
  );
}
