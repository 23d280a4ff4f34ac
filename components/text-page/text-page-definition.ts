import type { LucideIcon } from "lucide-react";
import type { Turn } from "#lib/playground/conversation/transcript.ts";
import type { ChatSettings } from "#lib/playground/dialects/request-body.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import type { Model } from "#lib/playground/models/models.ts";
import type { Catalogue } from "../use-catalogue.ts";

/** A suggestion of the empty page: one click sets it up and sends. */
export type Demo = {
  label: string;
  icon: LucideIcon;
  /** Messages, each sent when the answer to the one before it is there. */
  prompts: readonly string[];
  settings: Omit<ChatSettings, "model">;
  /** The model that it shows; the chosen one when undefined. */
  model?: (catalogue: Catalogue) => string | undefined;
  /** A picture that goes with the first message. */
  picture?: () => Promise<File>;
};

/** What a text page is made of, beside the skeleton that all share. */
export type TextPageDefinition = {
  dialect: TextDialect;
  /** The page's name, its first heading. */
  name: string;
  newLabel: string;
  greeting: { title: string; detail: string };
  demos: readonly Demo[];
  /** The models that the picker offers. */
  offers: (model: Model) => boolean;
  /** Which model answers while none is chosen. */
  defaultModel: (catalogue: Catalogue) => string | undefined;
  placeholder: (path: readonly Turn[]) => string;
};
