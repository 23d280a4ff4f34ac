/** Replies of `/api/mcp`: MCP servers, what they offer, and the JSON-RPC messages of each request. */

/** Name of an MCP server with the kind of its connection. */
export type McpServer = {
  object: "mcp_server";
  id: string;
  description: string | null;
  transport: "http" | "stdio";
};

export type McpServerList = {
  object: "list";
  data: McpServer[];
  /** Hosts whose servers may be connected by their URL, as patterns; null when none may be. */
  connect: { hosts: string[]; internal: boolean } | null;
};

/** JSON-RPC message between the gateway and a server. */
export type McpFrame = {
  direction: "sent" | "received";
  /** Milliseconds since the request to the gateway reached the server's session. */
  at_ms: number;
  message: Record<string, unknown>;
};

/** Parts of a reply that concern its exchange with the server. */
export type McpExchange = { server: string; duration_ms: number; frames: McpFrame[] };

export type McpTool = {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
};

export type McpToolList = McpList<McpTool>;

/** Block of content as MCP has it: text, image, audio, or a resource. */
export type McpContent = Record<string, unknown> & { type: string };

export type McpToolResult = McpExchange & {
  object: "mcp_tool_result";
  tool: string;
  /** True when the tool itself failed: the model may read why, and try again. */
  is_error: boolean;
  content: McpContent[];
  structured_content: Record<string, unknown> | null;
};

/** Lists of a server: what it offers now. */
export type McpList<Item> = McpExchange & { object: "list"; data: Item[]; has_more: boolean };

/** Servers may write null for a field that they do not have. */
type Optional<Value> = Value | null | undefined;

export type McpResource = {
  uri: string;
  name: string;
  title?: Optional<string>;
  description?: Optional<string>;
  mimeType?: Optional<string>;
};

/** Resources whose URI has variables. */
export type McpResourceTemplate = Omit<McpResource, "uri"> & {
  /** Template of RFC 6570, such as `docs://{page}`. */
  uriTemplate: string;
};

/** Text, or bytes in base64 as `blob`. */
export type McpResourceContents = {
  uri: string;
  mimeType?: Optional<string>;
  text?: Optional<string>;
  blob?: Optional<string>;
};

export type McpResourceResult = McpExchange & { object: "mcp_resource"; contents: McpResourceContents[] };

export type McpPrompt = {
  name: string;
  title?: Optional<string>;
  description?: Optional<string>;
  arguments?: Optional<McpPromptArgument[]>;
};

export type McpPromptArgument = {
  name: string;
  description?: Optional<string>;
  required?: Optional<boolean>;
};

export type McpPromptMessage = { role: string; content: McpContent | McpContent[] };

export type McpPromptResult = McpExchange & {
  object: "mcp_prompt";
  description: string | null;
  messages: McpPromptMessage[];
};

/** Sign-in of the caller to a server. `pending` while a browser has the address of a sign-in open. */
export type McpSignIn = {
  object: "mcp_sign_in";
  server: string;
  status: "signed_in" | "pending" | "signed_out";
  /** Scope of the tokens, as OAuth writes it; null when the server did not say, and without tokens. */
  scope: string | null;
};

/** Sign-in that has begun. */
export type McpSignInStart = {
  object: "mcp_sign_in_start";
  server: string;
  /** Address to open in the browser that sent the request. */
  authorization_url: string;
  /** Host of that address, for people. */
  host: string;
  /** Unix milliseconds. */
  expires_at: number;
};
