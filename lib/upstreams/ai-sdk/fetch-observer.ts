/** FetchObserver: follows the HTTP requests that a package of the AI SDK makes for one call of a model. */
import { AsyncLocalStorage } from "node:async_hooks";

export type FetchObserver = {
  /** Called before each request. @param body undefined for one that is not in one piece */
  begin(request: {
    method: string;
    url: string;
    headers: Record<string, string>;
    body: string | Uint8Array | undefined;
  }): ObservedFetch;
};

export type ObservedFetch = {
  responded(status: number, headers: Record<string, string>): void;
  received(chunk: Uint8Array): void;
  /** Called at the end of the response, or with the error of a request without one. */
  end(error?: string): void;
};

/** Observer of the call that runs: packages take no other way from a call to its requests. */
export const fetchObservers = new AsyncLocalStorage<FetchObserver>();

/** @returns the response, whose body is observed while it is read */
export async function observeFetch(
  observer: FetchObserver,
  request: { url: string; method?: string | undefined; headers: Headers; body: unknown },
  run: () => Promise<Response>,
): Promise<Response> {
  const { url, method = "GET", headers, body } = request;
  const observed = observer.begin({
    ...{ method, url, headers: Object.fromEntries(headers) },
    body: typeof body === "string" || body instanceof Uint8Array ? body : undefined,
  });
  let response: Response;
  try {
    response = await run();
  } catch (error) {
    observed.end((error as { code?: string }).code ?? (error as Error).name);
    throw error;
  }
  observed.responded(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    observed.end();
    return response;
  }
  const passed = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        observed.received(chunk);
        controller.enqueue(chunk);
      },
      flush: () => observed.end(),
    }),
  );
  const { status, statusText } = response;
  const copy = new Response(passed, { status, statusText, headers: response.headers });
  Object.defineProperty(copy, "url", { value: response.url });
  return copy;
}
