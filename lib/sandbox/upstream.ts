/**
 * The sandbox as an upstream, and the one module of it that others import. Everything but its list of models is loaded
 * when it is first needed.
 */
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { RenderVideo } from "./media/render-videos.ts";
import { findSandboxModel, REALTIME_MODEL, sandboxModels } from "./models.ts";

export type { RenderVideo } from "./media/render-videos.ts";

export type SandboxOptions = {
  /** Rate of a streamed response, for each choice; 0: unlimited. */
  tokensPerSecond: number;
  /** Renderer of videos; tests use a quicker one. */
  renderVideo?: RenderVideo | undefined;
};

export function openSandbox({ tokensPerSecond, renderVideo }: SandboxOptions): BuiltInUpstream {
  return {
    id: "sandbox",
    models: sandboxModels,
    defaultModel: "guide",
    findModel: findSandboxModel,
    async prepare(call) {
      const [{ respond }, { listDroppedFields }] = await Promise.all([
        import("./responses/respond.ts"),
        import("./responses/dropped-fields.ts"),
      ]);
      const placeholders: string[] = [];
      return {
        dropped: listDroppedFields(call),
        placeholders,
        respond: (options) => respond(call, { ...options, tokensPerSecond, placeholders }),
      };
    },
    images: {
      async *provide(call, signal) {
        const { paintImages } = await import("./media/paint-images.ts");
        yield* paintImages(call, signal);
      },
      supports: ["background", "input_fidelity", "partial_images", "quality", "style"],
    },
    embeddings: {
      async embed(call, signal) {
        const { embedTexts } = await import("./embeddings/embed-texts.ts");
        return embedTexts(call, signal);
      },
    },
    audio: {
      async speak(call) {
        const { speak } = await import("./audio/speak.ts");
        return speak(call);
      },
      async transcribe(file) {
        const { transcribe } = await import("./audio/transcribe.ts");
        return transcribe(file);
      },
    },
    realtime: {
      serves: (model) => model === REALTIME_MODEL,
      async load() {
        const { converse } = await import("./realtime/converse.ts");
        return converse;
      },
    },
    videos: {
      async render(job, options) {
        const { renderVideos } = await import("./media/render-videos.ts");
        return renderVideos(job, { ...options, renderVideo });
      },
    },
  };
}
