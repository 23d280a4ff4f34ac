/** Global set-up of the route tests: `next start` serves the build, so that it has to match the source. */
import { ensureBuild } from "#scripts/build.ts";

export async function setup(): Promise<void> {
  if (process.env.TEST_MOUNT === "node") {
    console.log("next build: skipped, since TEST_MOUNT is node");
    return;
  }
  const { built, seconds } = await ensureBuild();
  if (built) console.log(`next build: ${seconds.toFixed(1)} s`);
}
