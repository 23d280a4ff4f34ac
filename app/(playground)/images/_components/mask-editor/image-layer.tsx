import { type CSSProperties, useEffect, useRef } from "react";
import { useBlobUrl } from "#components/use-blob-url.ts";

/** The source under the mask. A bitmap is drawn once on a canvas; a file is shown as an `<img>`. */
export function ImageLayer({ image, style }: { image: Blob | ImageBitmap; style: CSSProperties }) {
  return image instanceof Blob ? (
    <FileLayer file={image} style={style} />
  ) : (
    <BitmapLayer bitmap={image} style={style} />
  );
}

function FileLayer({ file, style }: { file: Blob; style: CSSProperties }) {
  const url = useBlobUrl(file);
  if (!url) return null;
  // biome-ignore lint/performance/noImgElement: a local blob; the server has nothing to optimise.
  return <img src={url} alt="" draggable={false} decoding="async" style={style} className="absolute max-w-none" />;
}

function BitmapLayer({ bitmap, style }: { bitmap: ImageBitmap; style: CSSProperties }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    canvas.current?.getContext("2d")?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas ref={canvas} width={bitmap.width} height={bitmap.height} style={style} className="absolute" />;
}
