/** A model server like OpenAI's or Ollama's, for tests that connect one. */
import { createServer, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";

export type ModelServer = { baseUrl: string; close(): void };

/**
 * Starts a server that lists `models` and answers each call with "Hello from <model>".
 * @param key refuses every other one; absent: needs none
 * @returns undefined when the port is in use
 */
export function startModelServer({
  port = 0,
  models,
  key,
}: {
  port?: number;
  models: readonly string[];
  key?: string;
}): Promise<ModelServer | undefined> {
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return reply(401, { error: { message: "Incorrect API key provided.", type: "invalid_request_error" } });
    if (request.url === "/v1/models") return reply(200, { object: "list", data: models.map((id) => ({ id })) });
    if (request.url === "/v1/chat/completions") return void answer(request, response);
    return reply(404, { error: { message: "Not found." } });
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      resolve({
        baseUrl: `http://127.0.0.1:${bound}/v1`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

type Response = Parameters<Parameters<typeof createServer>[1] & object>[1];

async function answer(request: IncomingMessage, response: Response): Promise<void> {
  const { model, stream } = (await json(request)) as { model: string; stream?: boolean };
  const content = `Hello from ${model}`;
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
  const about = { id: "chatcmpl-1", created: 1, model };
  if (!stream) {
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...about, object: "chat.completion", choices, usage }));
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  const choices = [{ index: 0, delta: { role: "assistant", content }, finish_reason: "stop" }];
  const chunk = { ...about, object: "chat.completion.chunk", choices, usage };
  response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
}
