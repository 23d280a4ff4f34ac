/**
 * Normalises a body to the form that this codec reads. The API accepts protobuf's JSON: a field may be in snake_case,
 * and a single object may replace a list (wire-formats §4.1; many curl samples do both).
 */
import { isRecord } from "#lib/contract/is-record.ts";

/** Every name of two or more words that this codec knows; other names are not changed. */
const NAMES = [
  ...["systemInstruction", "generationConfig", "safetySettings", "toolConfig", "cachedContent", "serviceTier"],
  ...["continuationToken", "generateContentRequest"],
  ...["inlineData", "fileData", "functionCall", "functionResponse", "executableCode", "codeExecutionResult"],
  ...["toolCall", "toolResponse", "thoughtSignature", "videoMetadata", "mediaResolution", "partMetadata"],
  ...["mimeType", "fileUri", "displayName", "startOffset", "endOffset", "toolType", "willContinue", "partialArgs"],
  ...["topP", "topK", "candidateCount", "maxOutputTokens", "stopSequences", "presencePenalty", "frequencyPenalty"],
  ...["responseLogprobs", "responseMimeType", "responseSchema", "responseJsonSchema", "responseModalities"],
  ...["speechConfig", "thinkingConfig", "imageConfig", "includeThoughts", "thinkingBudget", "thinkingLevel"],
  ...["aspectRatio", "imageSize", "personGeneration", "voiceConfig", "prebuiltVoiceConfig", "voiceName"],
  ...["languageCode", "multiSpeakerVoiceConfig", "speakerVoiceConfigs", "audioTranscriptionConfig"],
  ...["enableEnhancedCivicAnswers", "audioTimestamp"],
  ...["functionDeclarations", "parametersJsonSchema", "functionCallingConfig", "allowedFunctionNames"],
  ...["retrievalConfig", "latLng", "includeServerSideToolInvocations", "streamFunctionCallArguments"],
  ...["googleSearch", "googleSearchRetrieval", "codeExecution", "urlContext", "fileSearch", "googleMaps"],
  ...["computerUse", "mcpServers", "dynamicRetrievalConfig", "dynamicThreshold", "timeRangeFilter"],
  ...["anyOf", "propertyOrdering", "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"],
];
const CAMEL = new Map(NAMES.map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]));

/** Fields whose values belong to the client: names inside them are not changed. */
const OPAQUE = new Set([
  ...["args", "response", "responseJsonSchema", "parametersJsonSchema", "default", "example", "enum"],
  ...["labels", "partMetadata", "headers"],
]);
/** Field whose keys are names that the client chose and whose values are schemas. */
const NAMED = "properties";
const LISTS = new Set(["contents", "parts", "tools", "functionDeclarations", "safetySettings"]);
/** Fields of a schema in which null is a value. */
const VALUES = new Set(["default", "example"]);

/** @param value nested only so deep that recursion is safe, as the gateway's readers of bodies see to */
export function toCamelCase(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toCamelCase);
  const fields: [string, unknown][] = [];
  for (const [key, field] of Object.entries(value)) {
    const name = CAMEL.get(key) ?? key;
    // A field that is null is not set.
    if (field === null && !VALUES.has(name)) continue;
    if (OPAQUE.has(name)) fields.push([name, field]);
    else if (name === NAMED) fields.push([name, mapValues(field)]);
    else if (LISTS.has(name) && isRecord(field)) fields.push([name, [toCamelCase(field)]]);
    else fields.push([name, toCamelCase(field)]);
  }
  return Object.fromEntries(fields);
}

function mapValues(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, toCamelCase(field)]));
}
