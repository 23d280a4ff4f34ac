/** The program of the guide to embeddings runs as it is printed, against the sandbox. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ADMIN_KEY, startGateway } from "#tests/support/gateway.ts";
import { readProjectFile } from "#tests/support/source-files.ts";

it("finds the passage that answers the question", { timeout: 60_000 }, async () => {
  const program = /```javascript\n([\s\S]*?)```/.exec(readProjectFile("docs/guide/embeddings.md"))?.[1] ?? "";
  const gateway = await startGateway({ mount: "node" });
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, PARLANCE_URL: `${gateway.url}/v1`, PARLANCE_KEY: ADMIN_KEY },
    });
    expect(stdout).toContain("Answer from this passage: Gift cards are valid for three years");
  } finally {
    await gateway.close();
  }
});
