import { Columns4, GitCompareArrows, type LucideIcon, ShieldAlert, Wrench } from "lucide-react";
import type { ColumnStart } from "#app/(playground)/compare/_model/column.ts";
import type { Catalogue } from "#components/use-catalogue.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { TEXT_PAGES } from "#lib/playground/conversion/page-names.ts";
import { isTextModel, type Model } from "#lib/playground/models/models.ts";

export type CompareDemo = {
  label: string;
  icon: LucideIcon;
  prompt: string;
  columns: (catalogue: Catalogue) => readonly ColumnStart[] | Promise<readonly ColumnStart[]>;
};

const GUIDE = "sandbox/guide";
const settingsFor = (model: string) => ({ ...EMPTY_SETTINGS, model });

/** Demos: each sets up its columns and sends a message in one click. */
export const COMPARE_DEMOS: readonly CompareDemo[] = [
  {
    label: "One question in four APIs",
    icon: Columns4,
    prompt: "What can Parlance do?",
    columns: () => TEXT_PAGES.map((page) => ({ page, settings: settingsFor(GUIDE) })),
  },
  {
    label: "Two models, one question",
    icon: GitCompareArrows,
    prompt: "How do I stream an answer?",
    columns: (catalogue) => pickRivals(catalogue).map((model) => ({ page: "chat", settings: settingsFor(model) })),
  },
  {
    label: "The same tool call in four APIs",
    icon: Wrench,
    prompt: "What is the weather in Paris?",
    async columns() {
      const { TEXT_DIALECTS } = await import("#lib/playground/dialects/text-dialects.ts");
      return TEXT_PAGES.map((page) => ({
        page,
        settings: { ...settingsFor(GUIDE), toolsText: TEXT_DIALECTS[page].tools?.example ?? "" },
      }));
    },
  },
  {
    label: "What happens when one fails",
    icon: ShieldAlert,
    prompt: "What does an error look like?",
    columns: () => [
      { page: "chat", settings: settingsFor(GUIDE) },
      { page: "chat", settings: settingsFor("sandbox/fault-503") },
      { page: "messages", settings: settingsFor("sandbox/slow-1500") },
    ],
  },
];

/** Returns the default model and a model of another upstream. Without one, falls back to a sandbox model. */
function pickRivals({ models, defaultModel = GUIDE }: Catalogue): [string, string] {
  const upstreamOf = (model: Model | undefined) => model?.upstream;
  const home = upstreamOf(models.find(({ id }) => id === defaultModel)) ?? defaultModel.split("/")[0];
  const rival = models.find((model) => isTextModel(model) && !["alias", "sandbox", home].includes(model.upstream));
  return [defaultModel, rival?.id ?? (defaultModel === GUIDE ? "sandbox/slow-800" : GUIDE)];
}
