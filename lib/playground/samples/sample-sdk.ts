import type { TextRequest } from "../dialects/text-dialect.ts";

/** Names in an SDK; its base URL is the gateway's origin and this path. */
export type SampleSdk = {
  python: SdkBeginning;
  javascript: SdkBeginning;
  /** Named arguments of the method that sends the request, when they are not the body. */
  writeArguments?: (request: TextRequest, language: "python" | "javascript") => Record<string, unknown>;
  /** Lines of a loop's body that print the text of `event`. */
  printPython: readonly string[];
  printJavascript: readonly string[];
};

export type SdkBeginning = {
  /** Lines that import the package. */
  imports: readonly string[];
  /**
   * Returns the expression that creates the client.
   * @param key the expression that reads the key
   */
  client: (origin: string, key: string) => string;
  /** The method that sends the request, after `client.`. */
  method: string;
};
