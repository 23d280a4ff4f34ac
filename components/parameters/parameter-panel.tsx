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
import { PanelHeader } from "./panel-header.tsx";
import { ParameterRow } from "./parameter-row.tsx";
import { TextArea } from "./text-area.tsx";
import { ToolsEditor } from "./tools-editor.tsx";
import { useParameterInSight } from "./use-parameter-in-sight.ts";
import type { RefusedParameter } from "./use-refused-parameter.ts";

/** Panel for the system prompt, tools and all request parameters. Unset parameters are not in the request. */
export function ParameterPanel({
  dialect,
  settings,
  model,
  problems,
  reveal,
  refused,
  onChange,
  onClose,
}: {
  dialect: TextDialect;
  settings: ChatSettings;
  model: Model | undefined;
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
  const groups = useMemo(() => [...Map.groupBy(dialect.parameters, (parameter) => parameter.group)], [dialect]);
  const toolNames = useMemo(
    () =>
      (dialect.tools ? activeTools({ toolsText, toolsOff }, dialect.tools) : []).flatMap(
        ({ function: own }) => own?.name ?? [],
      ),
    [dialect, toolsText, toolsOff],
  );
  const conflicts = dialect.findConflicts?.(parameters) ?? {};
  const setCount = countSettings(settings);

  const body = useParameterInSight({ refused: refused?.name, reveal });

  const setParameter = (name: string, value: ParameterValue | undefined) => {
    const { [name]: _before, ...rest } = parameters;
    onChange({ parameters: value === undefined ? rest : { ...rest, [name]: value } });
  };

  return (
    <>
      <PanelHeader
        setCount={setCount}
        onReset={() => onChange({ system: "", parameters: {}, toolsText: "", toolsOff: [] })}
        onClose={onClose}
      />
      <div ref={body} className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-4 pb-8">
        <section data-parameter="system">
          <h3 className="group-title pb-2">{dialect.systemLabel}</h3>
          <TextArea
            label={dialect.systemLabel}
            value={system}
            prose
            placeholder="Tell the model how to behave (optional)"
            onChange={(value) => onChange({ system: value })}
          />
        </section>
        {groups.map(([group, members]) => (
          <section key={group} className="pt-6">
            <h3 className="group-title pb-1">{group}</h3>
            {group === "Tool use" && dialect.tools && (
              <ToolsEditor
                notation={dialect.tools}
                text={toolsText}
                off={toolsOff}
                problem={problems.tools}
                onChange={onChange}
              />
            )}
            {group === "Tool use" && dialect.tools && toolNames.length > 0 && (
              <AutoReplyRow checked={settings.autoReply === true} onChange={(autoReply) => onChange({ autoReply })} />
            )}
            {members.map((parameter) => (
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
            ))}
          </section>
        ))}
      </div>
    </>
  );
}

/** Adds the tools' names to the choices, because a tool can be forced by its name. */
function withToolNames(parameter: ParameterDefinition, toolNames: readonly string[]): ParameterDefinition {
  if (parameter.kind !== "choice" || !parameter.namesTools) return parameter;
  return { ...parameter, options: [...parameter.options, ...toolNames.map((name) => `function:${name}`)] };
}
