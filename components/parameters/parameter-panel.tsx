"use client";

import { useMemo } from "react";
import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Model } from "#lib/playground/models/models.ts";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { isUnlisted } from "#lib/playground/parameters/unlisted-settings.ts";
import { activeTools } from "#lib/playground/tools/tools.ts";
import { AutoReplyRow } from "./auto-reply-row.tsx";
import { countSettings } from "./count-settings.ts";
import { FoldedParameters } from "./folded-parameters.tsx";
import { ModelRow } from "./model-row.tsx";
import { PanelHeader } from "./panel-header.tsx";
import { ParameterRow } from "./parameter-row.tsx";
import { splitParameters } from "./split-parameters.ts";
import { SystemPromptField } from "./system-prompt-field.tsx";
import { ToolsEditor } from "./tools-editor.tsx";
import { useParameterInSight } from "./use-parameter-in-sight.ts";
import type { RefusedParameter } from "./use-refused-parameter.ts";

/** Panel for the model, the tools and all request parameters. Unset parameters are not in the request. */
export function ParameterPanel({
  dialect,
  settings,
  model,
  modelId,
  problems,
  reveal,
  refused,
  onChange,
  onClose,
}: {
  dialect: TextDialect;
  settings: ChatSettings;
  model: Model | undefined;
  /** The page's model. Absent for one of several panels, which has the system prompt in its place. */
  modelId?: string;
  /** Problems of settings that cannot be sent, by name. */
  problems: Record<string, string>;
  /** Parameter to scroll to. The count allows a request for the same one again. */
  reveal?: { name: string; count: number };
  /** Parameter that the last request was refused for, while it has the same value. */
  refused?: RefusedParameter;
  onChange: (changes: Partial<ChatSettings>) => void;
  onClose: () => void;
}) {
  const { system, parameters, toolsText, toolsOff } = settings;
  const toolNames = useMemo(
    () =>
      (dialect.tools ? activeTools({ toolsText, toolsOff }, dialect.tools) : []).flatMap(
        ({ function: own }) => own?.name ?? [],
      ),
    [dialect, toolsText, toolsOff],
  );
  // The choice of a tool belongs to the tools, once there are some.
  const isToolRow = ({ group }: ParameterDefinition) => group === "Tool use" && toolNames.length > 0;
  const { shown, folded } = splitParameters(
    dialect.parameters.filter((parameter) => !isToolRow(parameter)),
    (parameter) => parameter,
  );
  const conflicts = dialect.findConflicts?.(parameters) ?? {};
  const hasSystemPrompt = modelId === undefined && system.trim() !== "";
  const setCount = countSettings(settings) + (hasSystemPrompt ? 1 : 0);

  const body = useParameterInSight({ refused: refused?.name, reveal });

  const setParameter = (name: string, value: ParameterValue | undefined) => {
    const { [name]: _before, ...rest } = parameters;
    onChange({ parameters: value === undefined ? rest : { ...rest, [name]: value } });
  };

  const row = (parameter: ParameterDefinition) => (
    <ParameterRow
      key={parameter.name}
      parameter={withToolNames(parameter, toolNames)}
      value={parameters[parameter.name]}
      maximum={/^max.*tokens$/i.test(parameter.name) ? model?.maximumOutputTokens : undefined}
      unsupported={isUnlisted(parameter, model)}
      problem={problems[parameter.name] ?? (refused?.name === parameter.name ? refused.message : undefined)}
      conflict={conflicts[parameter.name]}
      onChange={(value) => setParameter(parameter.name, value)}
    />
  );

  return (
    <>
      <PanelHeader
        setCount={setCount}
        onReset={() =>
          onChange({
            ...(hasSystemPrompt && { system: "" }),
            parameters: {},
            toolsText: "",
            toolsOff: [],
            toolRunners: {},
          })
        }
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-8">
        {modelId ? (
          <ModelRow id={modelId} model={model} />
        ) : (
          <section data-parameter="system" className="pb-4">
            <h3 className="group-title pb-2">{dialect.systemLabel}</h3>
            <SystemPromptField label={dialect.systemLabel} value={system} onChange={onChange} />
          </section>
        )}
        {dialect.tools && (
          <ToolsEditor
            notation={dialect.tools}
            text={toolsText}
            off={toolsOff ?? []}
            problem={problems.tools}
            runners={modelId === undefined ? undefined : (settings.toolRunners ?? {})}
            onChange={onChange}
          />
        )}
        {dialect.tools && toolNames.length > 0 && (
          <AutoReplyRow checked={settings.autoReply === true} onChange={(autoReply) => onChange({ autoReply })} />
        )}
        {dialect.parameters.filter(isToolRow).map(row)}
        {shown.map(row)}
        <FoldedParameters
          groups={folded}
          getDefinition={(parameter) => parameter}
          values={parameters}
          refused={refused?.name}
          reveal={reveal}
          row={row}
        />
      </div>
    </>
  );
}

/** Adds the tools' names to the choices, because a tool can be forced by its name. */
function withToolNames(parameter: ParameterDefinition, toolNames: readonly string[]): ParameterDefinition {
  if (parameter.kind !== "choice" || !parameter.namesTools) return parameter;
  return { ...parameter, options: [...parameter.options, ...toolNames.map((name) => `function:${name}`)] };
}
