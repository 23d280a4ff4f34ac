/** Definition of a request parameter, for parameter-list.ts. */

export type ParameterGroup =
  | "Conversation"
  | "Sampling"
  | "Length"
  | "Reasoning"
  | "Output"
  | "Tool use"
  | "Request"
  | "Image"
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
  /** Place among the parameters that are always shown; those without one are folded under “Advanced”. */
  rank?: number;
  /** Behaviour while unset, when it is more than the model's own default. */
  whenUnset?: string;
};

export type NumberParameter = Common & {
  kind: "number";
  minimum: number;
  maximum: number;
  step: number;
  /** Position of the slider when the parameter is first set. */
  initial: number;
  /** Default while unset, when the API or the model documents one. */
  default?: number;
  integer?: boolean;
  /** False for a range as wide as a seed's. */
  slider: boolean;
  /** The range as text, when the limits do not describe it fully. */
  range?: string;
  /** Some models accept more than the maximum, which then only bounds the slider. */
  open?: true;
};
export type ChoiceParameter = Common & {
  kind: "choice";
  options: readonly string[];
  initial: string;
  /** Options that the chosen model does not accept, with the reason. Hidden, unless one is chosen. */
  refused?: { [option: string]: string };
  /** The names of tools are among the options, since a tool can be forced by name. */
  namesTools?: true;
};
export type SwitchParameter = Common & { kind: "switch"; initial: boolean };
export type TextParameter = Common & {
  kind: "text";
  placeholder: string;
  initial: string;
  /** Length in characters. */
  maximumLength?: number;
};
export type ListParameter = Common & { kind: "list"; maximumItems: number; initial: string[] };
export type FormatParameter = Common & {
  kind: "format";
  initial: ResponseFormat;
  /** The dialect's schemas have neither a name nor a strict mode. */
  unnamed?: true;
  /** The dialect has no format except a schema. */
  schemaOnly?: true;
};

export type ParameterDefinition =
  | NumberParameter
  | ChoiceParameter
  | SwitchParameter
  | TextParameter
  | ListParameter
  | FormatParameter;

/** A response format in edit: the schema stays text, so that an incomplete one is not lost. */
export type ResponseFormat = {
  type: "text" | "json_object" | "json_schema";
  name?: string;
  schemaText?: string;
  strict?: boolean;
};

export type ParameterValue = number | string | boolean | string[] | ResponseFormat;
export type ParameterValues = { [name: string]: ParameterValue };
