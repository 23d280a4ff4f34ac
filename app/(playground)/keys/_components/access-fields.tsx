"use client";

import { useId } from "react";
import { Select } from "#components/ui/select.tsx";
import { FIELD, TextField } from "#components/ui/text-field.tsx";
import type { ApiKeyList } from "#lib/contract/api-key.ts";
import { ALL_KEY_ROUTES, type KeyRoute } from "#lib/contract/key-policy.ts";
import { SELECT, useKeyForm } from "./form-context.ts";

const ROUTE_NAMES: Readonly<Record<KeyRoute, string>> = {
  chat: "Chat",
  embeddings: "Embeddings",
  realtime: "Realtime sessions",
  batches: "Batches",
  audio: "Audio",
  images: "Images",
  videos: "Videos",
  files: "Files",
  mcp: "MCP servers",
  admin: "Keys and providers",
  passthrough: "Any other route of a provider",
};

/** Models and endpoints that a key may call, its group and its tags. */
export function AccessFields({ groups }: { groups: ApiKeyList["groups"] }) {
  const { draft, change, field, told } = useKeyForm();
  const names = [...new Set([...Object.keys(groups), ...(draft.group ? [draft.group] : [])])].sort();
  return (
    <>
      <ModelPatterns />
      <EndpointChoices />
      <div className="flex flex-col gap-1.5">
        <span className="font-medium text-[13px]">Group</span>
        {names.length === 0 ? (
          <p className="text-muted-foreground text-xs">
            The config file has no groups. Add one under <code className="font-mono">keys.groups</code>.
          </p>
        ) : (
          <Select
            label="Group"
            className={SELECT}
            options={[{ value: "", label: "None" }, ...names.map((name) => ({ value: name, label: name }))]}
            value={draft.group}
            onChange={(group) => change({ group })}
          />
        )}
        {told("group")}
      </div>
      <div>
        <TextField
          {...field("tags")}
          label="Tags"
          help="Up to 8, separated by commas."
          value={draft.tags}
          placeholder="e.g. nightly, team-a"
          onChange={(tags) => change({ tags })}
        />
        {told("tags")}
      </div>
    </>
  );
}

function ModelPatterns() {
  const { draft, change, field, told } = useKeyForm();
  const id = useId();
  const { name, isInvalid, describedBy } = field("models");
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium text-[13px]">
        Models
      </label>
      <textarea
        id={id}
        name={name}
        rows={2}
        aria-invalid={isInvalid}
        aria-describedby={describedBy ?? `${id}-help`}
        spellCheck={false}
        value={draft.models}
        placeholder="All models"
        onChange={(event) => change({ models: event.target.value })}
        className={`${FIELD} h-auto! py-2 font-mono text-[13px]`}
      />
      <p id={`${id}-help`} className="text-muted-foreground text-xs">
        One model, alias or route per line. <code className="font-mono">*</code> stands for any characters, as in{" "}
        <code className="font-mono">sandbox/*</code>.
      </p>
      {told("models")}
    </div>
  );
}

function EndpointChoices() {
  const { draft, change, told } = useKeyForm();
  const toggle = (route: KeyRoute, isOn: boolean) =>
    change({ routes: ALL_KEY_ROUTES.filter((name) => (name === route ? isOn : draft.routes.includes(name))) });
  return (
    <fieldset>
      <legend className="pb-1.5 font-medium text-[13px]">Endpoints</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        {ALL_KEY_ROUTES.map((route) => (
          <label key={route} className="flex items-center gap-2 text-[13px] pointer-coarse:min-h-9">
            <input
              type="checkbox"
              name="routes"
              checked={draft.routes.includes(route)}
              onChange={(event) => toggle(route, event.target.checked)}
              className="size-4 accent-primary"
            />
            {ROUTE_NAMES[route]}
          </label>
        ))}
      </div>
      {told("routes")}
    </fieldset>
  );
}
