/** What a request parameter is: the vocabulary of parameter-list.ts. */

export type ParameterGroup =
  | "Conversation"
  | "Sampling"
  | "Length"
  | "Reasoning"
  | "Output"
  | "Tool use"
  | "Request"
  | "Picture"
  | "Video"
  | "Delivery";

type Common = {
  /** The field's name in the request body. */
  name: string;
  label: string;
  group: ParameterGroup;
  description: string;
  /** The capability that a model lists when it takes this parameter. */
  capability?: "reasoning" | "logprobs" | "jsonSchema" | "tools" | "images";
  /** What holds while it is unset, where that is more than the model's own default. */
  whenUnset?: string;
  /** What the model at hand does not take of it, as a sentence for the panel. */
  note?: string;
};

export type NumberParameter = Common & {
  kind: "number";
  minimum: number;
  maximum: number;
  step: number;
  /** Where the slider stands when the parameter is first set. */
  initial: number;
  /** What holds while it is unset, where the convention or the model says so. */
  default?: number;
  integer?: boolean;
  /** A slider makes no sense over a range as wide as a seed's. */
  slider: boolean;
  /** The range in words, when the limits are not the whole story. */
  range?: string;
  /** Some models take more than the maximum, which then only bounds the slider. */
  open?: true;
};
export type ChoiceParameter = Common & {
  kind: "choice";
  options: readonly string[];
  initial: string;
  /** Options that the model at hand does not take, with the reason: they stay in sight. */
  refused?: { [option: string]: string };
  /** A tool can be forced by its name: the names of the tools are among the choices. */
  namesTools?: true;
};
export type SwitchParameter = Common & { kind: "switch"; initial: boolean };
export type TextParameter = Common & {
  kind: "text";
  placeholder: string;
  initial: string;
  /** In characters. */
  maximumLength?: number;
};
export type ListParameter = Common & { kind: "list"; maximumItems: number; initial: string[] };
export type FormatParameter = Common & {
  kind: "format";
  initial: ResponseFormat;
  /** The dialect's schemas have neither a name nor a strict mode. */
  unnamed?: true;
  /** The dialect has no format but a schema's. */
  schemaOnly?: true;
};

export type ParameterDefinition =
  | NumberParameter
  | ChoiceParameter
  | SwitchParameter
  | TextParameter
  | ListParameter
  | FormatParameter;

/** As it is edited: the schema stays text, so that a half-written one is kept. */
export type ResponseFormat = {
  type: "text" | "json_object" | "json_schema";
  name?: string;
  schemaText?: string;
  strict?: boolean;
};

export type ParameterValue = number | string | boolean | string[] | ResponseFormat;
export type ParameterValues = { [name: string]: ParameterValue };
