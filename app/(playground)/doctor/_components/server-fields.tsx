import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { DoctorDraft } from "#app/(playground)/doctor/_model/doctor-api.ts";
import { Select } from "#components/ui/select.tsx";
import { FIELD, TextField } from "#components/ui/text-field.tsx";
import { API_FORMAT_NAMES } from "#lib/contract/api-format-names.ts";
import type { ProviderList } from "#lib/contract/provider.ts";
import type { ApiFormat } from "#lib/contract/provider-presets.ts";
import { callGateway, requireGood } from "#lib/playground/gateway/gateway-request.ts";

const FORMATS: readonly ApiFormat[] = [
  ...(["openai-chat", "openai-responses", "anthropic-messages"] as const),
  ...(["google-generate", "google-interactions"] as const),
];
const ANOTHER = "";

type Fields = { provider: string; baseUrl: string; apiKey: string; model: string; formats: readonly ApiFormat[] };

export const EMPTY_FIELDS: Fields = { provider: ANOTHER, baseUrl: "", apiKey: "", model: "", formats: FORMATS };

export function toDraft({ provider, baseUrl, apiKey, model, formats }: Fields): DoctorDraft {
  const server = provider ? { provider } : { base_url: baseUrl.trim(), ...(apiKey ? { api_key: apiKey } : {}) };
  return { ...server, ...(model.trim() ? { model: model.trim() } : {}), api_formats: formats };
}

/** The server to try: a provider that is in use, or a base URL and its key. */
export function ServerFields({
  ready,
  fields,
  disabled,
  invalid,
  onChange,
}: {
  ready: boolean;
  fields: Fields;
  disabled: boolean;
  /** Name of the field that the gateway refused. */
  invalid: string | undefined;
  onChange: (changes: Partial<Fields>) => void;
}) {
  const id = useId();
  const { data } = useQuery({
    queryKey: ["providers"],
    enabled: ready,
    queryFn: async ({ signal }): Promise<ProviderList> =>
      (await requireGood(await callGateway("/api/providers", { signal }))).json(),
  });
  const servers = (data?.data ?? []).filter(({ base_url, status }) => base_url !== null && status !== "overridden");
  const field = (name: string) => ({
    name,
    isInvalid: invalid === name,
    describedBy: invalid === name ? "doctor-problem" : undefined,
    disabled,
  });
  return (
    <>
      <Select
        label="Server"
        className="self-start"
        options={[
          { value: ANOTHER, label: "A base URL" },
          ...servers.map(({ id: value, name }) => ({ value, label: name })),
        ]}
        value={fields.provider}
        onChange={(provider) => onChange({ provider })}
      />
      {fields.provider === ANOTHER && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            {...field("base_url")}
            label="Base URL"
            placeholder="https://api.example.com/v1"
            value={fields.baseUrl}
            onChange={(baseUrl) => onChange({ baseUrl })}
          />
          <div className="flex flex-col gap-1.5">
            <label htmlFor={id} className="font-medium text-[13px]">
              API key <span className="font-normal text-muted-foreground">(not stored)</span>
            </label>
            <input
              id={id}
              name="api_key"
              type="password"
              autoComplete="off"
              data-1p-ignore
              data-lpignore="true"
              aria-invalid={invalid === "api_key"}
              disabled={disabled}
              value={fields.apiKey}
              onChange={(event) => onChange({ apiKey: event.target.value })}
              className={FIELD}
            />
          </div>
        </div>
      )}
      <TextField
        {...field("model")}
        label="Model"
        help="A small model of the server’s list when empty."
        value={fields.model}
        onChange={(model) => onChange({ model })}
      />
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2" disabled={disabled}>
        <legend className="pb-1.5 font-medium text-[13px]">APIs</legend>
        {FORMATS.map((format) => (
          <label key={format} className="flex items-center gap-2 text-[13px] pointer-coarse:min-h-9">
            <input
              type="checkbox"
              checked={fields.formats.includes(format)}
              onChange={(event) =>
                onChange({
                  formats: FORMATS.filter((one) =>
                    one === format ? event.target.checked : fields.formats.includes(one),
                  ),
                })
              }
              className="size-4 accent-primary"
            />
            {API_FORMAT_NAMES[format]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
