import { clsx } from "clsx";
import { DocsLine } from "../ui/docs-line.tsx";

/** Suggestions below the fields of a media page, each with a picture that was made from its prompt. */
export function PictureSuggestions<Item extends { id: string; label: string }>({
  items,
  medium,
  docs,
  className,
  onChoose,
}: {
  items: readonly Item[];
  /** Beginning of the pictures' names in `public/samples`. */
  medium: "image" | "video";
  /** Address of the page's guide. */
  docs: string;
  className?: string;
  onChoose: (item: Item) => void;
}) {
  return (
    <div className={clsx("flex flex-[1.35] flex-col items-center px-4 pt-6 pb-8", className)}>
      <ul
        aria-label="Suggestions"
        className="flex w-full max-w-[60rem] justify-center gap-3 max-lg:flex-wrap max-sm:grid max-sm:grid-cols-2"
      >
        {items.map((item) => (
          <li key={item.id} className="min-w-0 lg:max-w-56 lg:flex-1 sm:max-lg:w-48">
            <button
              type="button"
              onClick={() => onChoose(item)}
              className="group w-full overflow-hidden rounded-2xl border bg-card text-left transition-[border-color,box-shadow,transform] duration-150 ease-press hover:border-foreground/25 hover:shadow-composer active:scale-[0.98] motion-reduce:active:scale-100"
            >
              {/* biome-ignore lint/performance/noImgElement: a small file; the server has nothing to optimise. */}
              <img
                src={`/samples/${medium}-${item.id}.webp`}
                alt=""
                width={400}
                height={240}
                loading="lazy"
                decoding="async"
                className="checkerboard aspect-5/3 w-full object-cover"
              />
              <span className="block truncate px-3 py-2 text-[13px] text-muted-foreground group-hover:text-foreground">
                {item.label}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <DocsLine href={docs} />
    </div>
  );
}
