/** Reads `systemInstruction` and `contents` as messages (wire-formats §4.2, §4.3). */
import type { AssistantContent, Message, ToolCallContent, UserContent } from "#lib/canonical/call.ts";
import { placeReasoning } from "#lib/canonical/carried-reasoning.ts";
import { type CarriedReasoning, openId } from "#lib/canonical/opaque.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type { GoogleAnswerPart, GoogleContent, GooglePart, GoogleRequest } from "#lib/contract/google-generate/wire.ts";
import { type PartContent, readPart } from "./content-parts.ts";
import { DIALECT } from "./dialect-id.ts";
import { withExactForm } from "./exact-form.ts";
import { readFunctionResponse, type ToolResult } from "./function-response.ts";
import { openSignature } from "./signatures.ts";

const CONTENT_FIELDS = new Set(["role", "parts"]);

/** A call of the last model turns that has no function response yet. */
type OpenCall = { id: string; name: string };

/** The thoughts that the ids of calls carry. */
type CarriedThoughts = Map<AssistantContent, CarriedReasoning[]>;

export function readMessages({ contents, systemInstruction }: GoogleRequest): Message[] {
  const messages: Message[] = [];
  if (systemInstruction) {
    const content = systemInstruction.parts.map((part) => readUserPart(part));
    messages.push({ role: "system", content: toContent(content), ...pickRest(systemInstruction) });
  }
  let open = new OpenCalls();
  const carried: CarriedThoughts = new Map();
  contents.forEach((content, position) => {
    if (content.role === "model") {
      const message = readModelContent(content, position, carried);
      const before = messages.at(-1);
      // Chat helpers store each event of a stream as a separate content: together they are one response.
      if (before?.role === "assistant") joinAnswer(before, message);
      else {
        messages.push(message);
        open = new OpenCalls();
      }
      for (const call of listCalls(message.content)) open.add(call);
    } else messages.push(...readUserContent(content, position, open));
  });
  if (carried.size > 0)
    for (const message of messages)
      if (message.role === "assistant" && typeof message.content !== "string")
        message.content = restoreThoughts(message.content, carried);
  return messages;
}

function readModelContent(
  wire: GoogleContent,
  position: number,
  carried: CarriedThoughts,
): Message & { role: "assistant" } {
  const content: AssistantContent[] = [];
  wire.parts.forEach((part, index) => {
    if (part.functionResponse) {
      content.push({ type: "unknown", dialect: DIALECT, value: part });
      return;
    }
    const read = openSlots(
      readPart(part as GoogleAnswerPart, () => `call_${position}_${index}`),
      part,
      carried,
    );
    if (!attachSealed(content, read, part)) content.push(read);
  });
  return { role: "assistant", content: toContent(content), ...pickRest(wire) };
}

/** Restores other dialects' vendor data from the signature and from the id of a call (architecture.md, law 7). */
function openSlots(content: PartContent, part: GooglePart, thoughts: CarriedThoughts): PartContent {
  if (content.type === "unknown") return content;
  const carried = [openSignature(part.thoughtSignature)];
  if (content.type === "tool-call") {
    const { id, vendor, reasoning } = openId(content.id);
    content.id = id;
    if (reasoning) thoughts.set(content, reasoning);
    carried.push(vendor);
  }
  if (!carried.some(Boolean)) return content;
  const ownFields = content.vendor?.[DIALECT];
  const { thoughtSignature, ...rest } = ownFields ?? {};
  const fields = carried[0] ? rest : ownFields;
  const vendor: VendorData = Object.assign({}, ...carried);
  if (fields && Object.keys(fields).length > 0) vendor[DIALECT] = fields;
  content.vendor = vendor;
  return content;
}

/**
 * A stream sends the seal in an empty part after the text that it belongs to. There the pieces of that text are put
 * together again, so that its vendor finds both in one.
 */
function attachSealed(content: AssistantContent[], read: PartContent, part: GooglePart): boolean {
  if ((read.type !== "text" && read.type !== "reasoning") || read.text !== "" || !read.vendor) return false;
  if (!openSignature(part.thoughtSignature)) return false;
  const pieces: string[] = [];
  for (let last = content.at(-1); last?.type === read.type && !last.vendor; last = content.at(-1)) {
    pieces.push(last.text);
    content.pop();
  }
  content.push({ ...read, text: pieces.reverse().join("") });
  return true;
}

/**
 * Restores signed thoughts from the call that they led to, where the client dropped them or sent back only their text.
 * Complete thoughts stay as they are.
 */
function restoreThoughts(content: AssistantContent[], carried: CarriedThoughts): AssistantContent[] {
  const restored: AssistantContent[] = [];
  /** Vendor data of the signed thoughts so far. */
  const knownVendors = new Set<string>();
  let textBefore = 0;
  /** Parts after the last call: the thoughts that led to the next call belong there. */
  let precedingParts: AssistantContent[] = [];
  const add = (parts: readonly AssistantContent[]) => {
    for (const part of parts) restored.push(part);
  };
  for (const part of content) {
    if (part.type === "reasoning" && part.vendor) knownVendors.add(JSON.stringify(part.vendor));
    if (part.type !== "tool-call") {
      precedingParts.push(part);
      continue;
    }
    const missing = (carried.get(part) ?? []).filter(
      ({ content: { vendor } }) => !vendor || !knownVendors.has(JSON.stringify(vendor)),
    );
    if (missing.some(({ content: { vendor } }) => vendor !== undefined)) {
      for (const {
        content: { vendor },
      } of missing)
        if (vendor) knownVendors.add(JSON.stringify(vendor));
      const said = precedingParts.filter((one) => one.type !== "reasoning" || one.vendor !== undefined);
      const before = textBefore;
      add(
        placeReasoning(
          said,
          missing.map((one) => ({ ...one, textBefore: one.textBefore - before })),
        ),
      );
    } else add(precedingParts);
    for (const one of precedingParts) if (one.type === "text") textBefore += one.text.length;
    precedingParts = [];
    restored.push(part);
  }
  add(precedingParts);
  return restored;
}

function joinAnswer(into: Message & { role: "assistant" }, next: Message & { role: "assistant" }): void {
  const content = toList(into.content);
  for (const part of toList(next.content)) {
    if (part.type === "text" && part.text === "" && !part.vendor) continue;
    const last = content.at(-1);
    const isPiece = part.type === "text" || part.type === "reasoning";
    if (isPiece && last?.type === part.type && !last.vendor) {
      // An empty piece with a signature of another dialect closes the text before it.
      if (!part.vendor || (part.text === "" && !part.vendor[DIALECT])) {
        content.pop();
        content.push({ ...part, text: last.text + part.text });
        continue;
      }
    }
    content.push(part);
  }
  into.content = content;
}

function toList(content: string | AssistantContent[]): AssistantContent[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function listCalls(content: string | AssistantContent[]): OpenCall[] {
  if (typeof content === "string") return [];
  return content.filter((part): part is ToolCallContent => part.type === "tool-call");
}

/** Splits a content: function responses become separate messages, and the parts around them are the user's. */
function readUserContent(wire: GoogleContent, position: number, open: OpenCalls): Message[] {
  const messages: Message[] = [];
  let content: UserContent[] = [];
  const rest = pickRest(wire).vendor?.[DIALECT];
  /** The first message has the fields beside the parts; a later one is marked as a continuation of the same content. */
  const vendor = (role: "user" | "tool", { rest: resultFields, exact }: Pick<ToolResult, "rest" | "exact"> = {}) => {
    const before = messages.at(-1)?.role;
    const fields = { ...(before ? {} : rest), ...(resultFields ? { functionResponse: resultFields } : {}) };
    const read = withExactForm(Object.keys(fields).length > 0 ? { [DIALECT]: fields } : undefined, {
      // Consecutive results are written into one content in any case.
      ...(before && (before === "user" || role === "user") ? { sameContent: true } : {}),
      ...(exact ? { response: exact } : {}),
    });
    return read ? { vendor: read } : {};
  };
  const flush = () => {
    if (content.length > 0) messages.push({ role: "user", content: toContent(content), ...vendor("user") });
    content = [];
  };
  wire.parts.forEach((part, index) => {
    const response = part.functionResponse;
    if (!response) {
      content.push(readUserPart(part));
      return;
    }
    flush();
    const result = readFunctionResponse(response);
    messages.push({
      role: "tool",
      callId: open.take(response.id, response.name) ?? `call_${position}_${index}`,
      name: response.name,
      content: result.content,
      ...(result.isError ? { isError: true } : {}),
      ...vendor("tool", result),
    });
  });
  flush();
  return messages;
}

/** Calls of a turn that have no result yet. A turn may have as many as a body holds, and as many results. */
class OpenCalls {
  private readonly byId = new Map<string, Set<OpenCall>>();
  private readonly byName = new Map<string, Set<OpenCall>>();

  add(call: OpenCall): void {
    addTo(this.byId, call.id, call);
    addTo(this.byName, call.name, call);
  }

  /** The id of the call with this id; a client that leaves ids out means the first open call of that name. */
  take(sealedId: string | undefined, name: string): string | undefined {
    const id = sealedId ? openId(sealedId).id : undefined;
    const [known] = (id === undefined ? undefined : this.byId.get(id)) ?? [];
    const [first] = this.byName.get(name) ?? [];
    const call = known ?? first;
    if (!call) return id;
    this.byId.get(call.id)?.delete(call);
    this.byName.get(call.name)?.delete(call);
    return call.id;
  }
}

function addTo(calls: Map<string, Set<OpenCall>>, key: string, call: OpenCall): void {
  const known = calls.get(key);
  if (known) known.add(call);
  else calls.set(key, new Set([call]));
}

function readUserPart(part: GooglePart): UserContent {
  const content = readPart(part as GoogleAnswerPart, () => "");
  return content.type === "tool-call" || content.type === "reasoning"
    ? { type: "unknown", dialect: DIALECT, value: part }
    : content;
}

/** Returns one plain text as a string: this API has no separate form for it. */
function toContent<Content extends UserContent | AssistantContent>(content: Content[]): string | Content[] {
  const [only, ...others] = content;
  return only?.type === "text" && !only.vendor && only.text !== "" && others.length === 0 ? only.text : content;
}

function pickRest(wire: Record<string, unknown>): { vendor?: VendorData } {
  const vendor = pickUnknownFields(DIALECT, wire, CONTENT_FIELDS);
  return vendor ? { vendor } : {};
}
