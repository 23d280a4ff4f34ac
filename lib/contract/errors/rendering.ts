/** Errors of the built-in painter and renderer about their input. */
import { defineErrors } from "./define-errors.ts";
import { code, sentence } from "./wording.ts";

type Size = { width: number; height: number };

export const renderingErrors = defineErrors({
  editWithoutImage: {
    status: 400,
    param: "image",
    message: "`image` must contain at least one image to edit.",
  },
  editMaskSizeDiffers: {
    status: 400,
    param: "mask",
    message: ({ image, mask }: { image: Size; mask: Size }) =>
      `\`mask\` must be ${image.width}x${image.height} like the image; got ${mask.width}x${mask.height}. Resize the mask.`,
    sample: { image: { width: 64, height: 64 }, mask: { width: 96, height: 64 } },
  },
  editMaskOpaque: {
    status: 400,
    param: "mask",
    message: "`mask` must have a transparent area, which is edited; it has none.",
  },
  editImageUndecodable: {
    status: 400,
    message: ({ param, reason }: { param: string; reason: string }) =>
      `${code(param)} must be an image that can be decoded; it is damaged or cut off: ${sentence(reason)}`,
    sample: { param: "image", reason: "end of stream" },
  },
  frameUndecodable: {
    status: 400,
    message: ({ param, reason }: { param: string; reason: string }) =>
      `${code(param)} must be a PNG, JPEG or WebP image that can be decoded: ${sentence(reason)}`,
    sample: { param: "input_reference", reason: "end of stream" },
  },
  videoSizeInvalid: {
    status: 400,
    param: "size",
    message: ({ limit }: { /** In pixels. */ limit: number }) =>
      `\`size\` must have an even width and height between 16 and ${limit} pixels.`,
    sample: { limit: 1_920 },
  },
  videoSecondsInvalid: {
    status: 400,
    param: "seconds",
    message: ({ limit }: { limit: number }) => `\`seconds\` must be more than 0 and at most ${limit}.`,
    sample: { limit: 20 },
  },
  videoFileUnreadable: {
    status: 400,
    param: "file",
    message: ({ reason }: { reason: string }) => `\`file\` must be an MP4 file that can be read: ${sentence(reason)}`,
    sample: { reason: "no moov box" },
  },
  videoWithoutTrack: { status: 400, param: "file", message: "`file` must have a video track; it has none." },
  videoCodecUnknown: {
    status: 400,
    param: "file",
    message: ({ codec }: { codec: string }) => `\`file\` has the video codec ${codec}, which can't be decoded.`,
    sample: { codec: "vp8" },
  },
  videoUndecodable: {
    status: 400,
    param: "file",
    message: ({ reason }: { reason: string }) => `\`file\` has video that can't be decoded: ${sentence(reason)}`,
    sample: { reason: "bitstream error" },
  },
  videoWithoutFrame: { status: 400, param: "file", message: "`file` has no frame that can be decoded." },
});
