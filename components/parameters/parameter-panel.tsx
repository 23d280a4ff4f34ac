"use client";

import { useEffect, useRef } from "react";
import type { Model } from "#lib/playground/models.ts";
import type { ParameterDefinition, ParameterGroup, ParameterValue } from "#lib/playground/parameter-definition.ts";
import { PARAMETERS } from "#lib/playground/parameter-list.ts";
import { findParameterProblems } from "#lib/playground/parameters.ts";
import type { ChatSettings } from "#lib/playground/request-body.ts";
import { countSettings } from "./count-settings.ts";
import { PanelHeader } from "./panel-header.tsx";
import { ParameterRow } from "./parameter-row.tsx";
import { revealParameter } from "./reveal-parameter.ts";
import { TextArea } from "./text-area.tsx";
import { ToolsEditor } from "./tools-editor.tsx";

const GROUPS = [...Map.groupBy(PARAMETERS, (parameter) => parameter.group)] as [
  ParameterGroup,
  ParameterDefinition[],
][];

/** System prompt, tools and every request parameter. What is not set here is not in the request. */
export function ParameterPanel({
  settings,
  model,
  reveal,
  onChange,
  onClose,
}: {
  settings: ChatSettings;
  model: Model | undefined;
  /** A parameter to scroll to, with a count so that the same one can be asked for again. */
  reveal?: { name: string; count: number };
  onChange: (changes: Partial<ChatSettings>) => void;
  onClose: () => void;
}) {
  const { system, parameters, toolsText } = settings;
  const problems = findParameterProblems(parameters, toolsText);
  const setCount = countSettings(settings);
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => revealParameter(body.current, reveal?.name), [reveal]);

  const setParameter = (name: string, value: ParameterValue | undefined) => {
    const { [name]: _before, ...rest } = parameters;
    onChange({ parameters: value === undefined ? rest : { ...rest, [name]: value } });
  };

  return (
    <>
      <PanelHeader
        setCount={setCount}
        onReset={() => onChange({ system: "", parameters: {}, toolsText: "" })}
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-8">
        <section data-parameter="system">
          <h3 className="group-title pb-2">System prompt</h3>
          <TextArea
            label="System prompt"
            value={system}
            prose
            placeholder="Unset. How the model should behave."
            onChange={(value) => onChange({ system: value })}
          />
        </section>
        {GROUPS.map(([group, members]) => (
          <section key={group} className="pt-6">
            <h3 className="group-title pb-1">{group}</h3>
            {group === "Tool use" && (
              <ToolsEditor
                text={toolsText}
                problem={problems.tools}
                onChange={(value) => onChange({ toolsText: value })}
              />
            )}
            {members.map((parameter) => (
              <ParameterRow
                key={parameter.name}
                parameter={withToolNames(parameter, toolsText)}
                value={parameters[parameter.name]}
                maximum={parameter.name === "max_completion_tokens" ? model?.maximumOutputTokens : undefined}
                unsupported={
                  parameter.capability !== undefined && model?.capabilities?.[parameter.capability] === false
                }
                problem={problems[parameter.name]}
                onChange={(value) => setParameter(parameter.name, value)}
              />
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

/** A tool can be forced by its name, so the names are among the choices. */
function withToolNames(parameter: ParameterDefinition, toolsText: string): ParameterDefinition {
  if (parameter.name !== "tool_choice" || parameter.kind !== "choice") return parameter;
  const names = [...toolsText.matchAll(/"name"\s*:\s*"([A-Za-z0-9_-]{1,64})"/g)].map((match) => `function:${match[1]}`);
  return { ...parameter, options: [...parameter.options, ...names] };
}
