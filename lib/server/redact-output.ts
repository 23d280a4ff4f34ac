/** Redacts all output of the process: from the gateway, a page, a package, or a warning of Node. */

type Output = Pick<NodeJS.WriteStream, "write">;
type Write = (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;

/** Replaces the streams' `write`. Bytes pass unchanged: the console writes text. */
export function redactOutput(
  redact: (text: string) => string,
  outputs: readonly Output[] = [process.stdout, process.stderr],
): void {
  for (const output of outputs) {
    const write = output.write.bind(output) as Write;
    const redacted: Write = (chunk, ...rest) => write(typeof chunk === "string" ? redact(chunk) : chunk, ...rest);
    output.write = redacted as Output["write"];
  }
}
