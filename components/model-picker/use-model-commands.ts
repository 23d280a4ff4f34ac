import type { Model } from "#lib/playground/models/models.ts";
import { type Command, useCommands } from "../shell/use-commands.ts";

/** Adds the choice of a model to the palette as a second list, whose entries the first list finds by name as well. */
export function useModelCommands({
  models,
  value,
  onChange,
}: {
  models: readonly Model[];
  value: string | undefined;
  onChange: (id: string) => void;
}): void {
  const choices = (): readonly Command[] =>
    models.map((model) => ({
      id: `model.${model.id}`,
      label: model.name,
      group: "Model",
      detail: model.id === model.name ? model.upstream : model.id,
      keywords: `use ${listCapabilities(model)}`,
      enabled: model.id !== value,
      run: () => onChange(model.id),
    }));
  useCommands([
    {
      id: "model",
      label: "Choose a model",
      group: "Model",
      keys: "Mod+/",
      keywords: "switch change",
      enabled: models.length > 0,
      placeholder: "Find a model by name or capability",
      choices,
    },
  ]);
}

function listCapabilities({ capabilities }: Model): string {
  return Object.entries(capabilities ?? {})
    .flatMap(([name, has]) => (has ? [name] : []))
    .join(" ");
}
