"use client";

import { useMemo, useState } from "react";
import type { McpResource, McpResourceTemplate } from "#lib/contract/mcp.ts";
import { readTemplate } from "#lib/playground/tools/connected/resource-template.ts";
import { TextField } from "../ui/text-field.tsx";
import { McpItems } from "./mcp-items.tsx";
import { ResourceActions } from "./resource-actions.tsx";

/** Resources of a server, which can be added to the message, and its templates of resources. */
export function ResourceList({ server }: { server: string }) {
  return (
    <>
      <McpItems server={server} kind="resources">
        {(resources) => (
          <ul className="flex flex-col divide-y">
            {resources.map(({ uri, title, name, description, mimeType }) => (
              <li key={uri} className="flex flex-col gap-1.5 py-2">
                <ResourceHead name={title || name} uri={uri} description={description} />
                <ResourceActions
                  server={server}
                  name={title || name}
                  uri={() => uri}
                  {...{ fileName: name, mimeType }}
                />
              </li>
            ))}
          </ul>
        )}
      </McpItems>
      <McpItems server={server} kind="resource-templates" isQuiet>
        {(templates) => (
          <section aria-label="Templates" className="flex flex-col">
            <h4 className="group-title pt-1">Templates</h4>
            <ul className="flex flex-col divide-y">
              {templates.map((template) => (
                <li key={template.uriTemplate} className="flex flex-col gap-1.5 py-2">
                  <TemplateEntry server={server} template={template} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </McpItems>
    </>
  );
}

function ResourceHead({
  name,
  uri,
  description,
}: {
  name: string;
  uri: string;
  description: McpResource["description"];
}) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="truncate text-[13px]">{name}</span>
      <span className="truncate font-mono text-muted-foreground text-xs">{uri}</span>
      {description && <span className="line-clamp-2 text-muted-foreground text-xs">{description}</span>}
    </span>
  );
}

/** A template with a field for each variable of its URI. */
function TemplateEntry({ server, template }: { server: string; template: McpResourceTemplate }) {
  const { uriTemplate, title, description, mimeType } = template;
  const name = title || template.name;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const read = useMemo(() => readTemplate(uriTemplate), [uriTemplate]);
  const isMissing = read?.variables.some((variable) => !variable.isOptional && !values[variable.name]);
  return (
    <>
      <ResourceHead name={name} uri={uriTemplate} description={description} />
      {read ? (
        <>
          {read.variables.map((variable) => (
            <TextField
              key={variable.name}
              name={variable.name}
              isInvalid={false}
              describedBy={undefined}
              label={variable.isOptional ? `${variable.name} (optional)` : variable.name}
              value={values[variable.name] ?? ""}
              onChange={(value) => setValues({ ...values, [variable.name]: value })}
            />
          ))}
          <ResourceActions
            {...{ server, name, mimeType }}
            fileName={template.name}
            isDisabled={isMissing === true}
            uri={() => read.expand(values)}
          />
        </>
      ) : (
        <p className="text-muted-foreground text-xs">This template of a URI can’t be read.</p>
      )}
    </>
  );
}
