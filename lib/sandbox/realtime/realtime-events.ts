/** Events of OpenAI's Realtime API that the sandbox reads (wire-formats §12.1). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { SAMPLE_RATE } from "../audio/plan-sounds.ts";

const FORMAT = z.looseObject({ type: z.string(), rate: z.number().optional() });
const detection = z
  .looseObject({
    silence_duration_ms: z.number().min(0).max(10_000).optional(),
    create_response: z.boolean().optional(),
    interrupt_response: z.boolean().optional(),
  })
  .nullable();

const session = z.looseObject({
  output_modalities: z.array(z.string()).optional(),
  audio: z
    .looseObject({
      input: z.looseObject({ format: FORMAT.optional(), turn_detection: detection.optional() }).optional(),
      output: z.looseObject({ format: FORMAT.optional(), voice: z.string().min(1).optional() }).optional(),
    })
    .optional(),
});

const content = z.array(z.looseObject({ type: z.string(), text: z.string().optional() }));

export const clientEvent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("session.update"), session }),
  z.looseObject({ type: z.literal("input_audio_buffer.append"), audio: z.base64() }),
  z.looseObject({ type: z.literal("input_audio_buffer.commit") }),
  z.looseObject({ type: z.literal("input_audio_buffer.clear") }),
  z.looseObject({
    type: z.literal("conversation.item.create"),
    item: z.looseObject({
      id: z.string().min(1).max(64).optional(),
      type: z.literal("message"),
      role: z.enum(["user", "assistant", "system"]),
      content,
    }),
  }),
  z.looseObject({
    type: z.literal("conversation.item.truncate"),
    item_id: z.string(),
    content_index: z.number(),
    audio_end_ms: z.number().min(0),
  }),
  z.looseObject({ type: z.literal("response.create"), response: z.looseObject({}).optional() }),
  z.looseObject({ type: z.literal("response.cancel") }),
]);

export type ClientEvent = z.output<typeof clientEvent>;
export type SessionUpdate = z.output<typeof session>;
export type ServerEvent = { type: string; [field: string]: unknown };

/** The one form of sound, in both directions. */
export const PCM = { type: "audio/pcm", rate: SAMPLE_RATE } as const;
export const SAMPLES_PER_MS = PCM.rate / 1_000;
/** A sample has 16 bits. */
export const BYTES_PER_MS = 2 * SAMPLES_PER_MS;

export const isPcm = (format: z.output<typeof FORMAT> | undefined): boolean =>
  format === undefined || (format.type === PCM.type && (format.rate ?? PCM.rate) === PCM.rate);

export const createId = (kind: string): string => `${kind}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
