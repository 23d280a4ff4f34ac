import { showPicture } from "./show-picture.ts";

/** Button over an image that opens it at full size. Its parent must be positioned, and as large as the image. */
export function ViewPictureButton({ id, description }: { id: string; description: string }) {
  return (
    <button
      type="button"
      aria-label={`View at full size: ${description}`}
      data-picture={id}
      onClick={() => showPicture(id)}
      className="absolute inset-0 cursor-zoom-in rounded-[inherit] focus-visible:-outline-offset-2"
    />
  );
}
