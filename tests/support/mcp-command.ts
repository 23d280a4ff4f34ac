/** The test's MCP server as a command; it also prints what is no message, as careless servers do. */
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "./mcp-server.ts";

process.stdout.write("Starting …\n");
await createMcpServer().connect(new StdioServerTransport());
