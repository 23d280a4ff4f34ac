/** Order of test files: a long file at the end would keep one worker busy while the others are idle. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Longest first. On a clean clone no run has measured them; the others then come by their size. */
const LONG_FILES = [
  "routes/videos/killed.test.ts",
  "attacks/killed-after-answer.test.ts",
  "sdk/ai-sdk.test.ts",
  "routes/videos/content.test.ts",
  "sdk/images.test.ts",
  "routes/start.test.ts",
  "routes/openapi.test.ts",
  "routes/validation/raw-body.test.ts",
  "routes/images/relay.test.ts",
  "routes/videos-upstreams.test.ts",
  "routes/live-links.test.ts",
  "routes/field-lessons/memory.test.ts",
  "gateway/limits.test.ts",
  "attacks/store-faults.test.ts",
  "sandbox/samples-run.test.ts",
  "sandbox/renderer/render-video.test.ts",
  "playground/samples/sdk-samples.test.ts",
  "store/video-task-store.test.ts",
  "store/open-store.test.ts",
  "sandbox/guide.test.ts",
  "sandbox/structured-output.test.ts",
  "prompts/count-tokens.test.ts",
  "sandbox/painter/edits.test.ts",
  "sandbox/painter/paint.test.ts",
  "playground/markdown/markdown-stream.test.tsx",
];

export default class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => getGroup(a) - getGroup(b) || getRank(a) - getRank(b));
  }
}

function getGroup({ project }: TestSpecification): number {
  return project.config.sequence.groupOrder;
}

function getRank({ moduleId }: TestSpecification): number {
  const rank = LONG_FILES.findIndex((name) => moduleId.endsWith(`/tests/${name}`));
  return rank === -1 ? LONG_FILES.length : rank;
}
