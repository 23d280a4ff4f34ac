import type { Turn } from "#lib/playground/conversation/transcript.ts";
import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Model } from "#lib/playground/models/models.ts";
import type { Catalogue } from "../use-catalogue.ts";

/** A suggestion of the empty page: one click applies its settings and sends. */
export type Demo = {
  label: string;
  /** Picture of the response, by its name in `public/miniatures.svg`. */
  miniature: "boat" | "chain" | "code" | "house" | "json" | "picture" | "reasoning" | "table" | "text" | "tool";
  /** Messages, each sent after the response to the previous one. */
  prompts: readonly string[];
  settings: Omit<ChatSettings, "model">;
  /** Returns the model to use; the selected one when undefined. */
  model?: (catalogue: Catalogue) => string | undefined;
  /** Creates an image to attach to the first message. */
  picture?: () => Promise<File>;
};

/** Parts that differ between text pages; everything else is shared. */
export type TextPageDefinition = {
  dialect: TextDialect;
  /** Name of the page, shown as its first heading. */
  name: string;
  newLabel: string;
  greeting: { title: string; detail: string };
  demos: readonly Demo[];
  /** Returns whether the picker offers a model. */
  offers: (model: Model) => boolean;
  /** Returns the model to use while none is selected. */
  defaultModel: (catalogue: Catalogue) => string | undefined;
  placeholder: (path: readonly Turn[]) => string;
};
