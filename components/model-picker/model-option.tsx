import { clsx } from "clsx";
import { Check, Pin } from "lucide-react";
import { describePrices } from "#lib/playground/models/cost.ts";
import { describeCapabilities, formatContext, getProviderId, type Model } from "#lib/playground/models/models.ts";
import { togglePinnedModel } from "#lib/playground/models/saved-models.ts";
import { ProviderMark } from "../ui/provider-mark.tsx";

/** Number of capabilities in a row; the tooltip has all. */
const SHOWN_CAPABILITIES = 3;

/** Row of a model: name, ID, facts, and the reason when it cannot be selected. */
export function ModelOption({
  model,
  selected,
  active,
  pinned,
  problem,
  onPoint,
  onChoose,
}: {
  model: Model;
  selected: boolean;
  active: boolean;
  pinned: boolean;
  problem?: string;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { id, name, description } = model;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the search field, which keeps the focus.
    <div
      id={`model-${id}`}
      data-model={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-disabled={problem !== undefined}
      data-highlighted={active || undefined}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={clsx(
        "group/option flex items-start gap-1 rounded-[10px] py-2 pr-1 pl-2.5",
        active && "bg-foreground/[0.06]",
        problem !== undefined && "cursor-not-allowed text-muted-foreground",
      )}
    >
      <ProviderMark provider={getProviderId(model)} className="mt-0.5 mr-1.5 size-4" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 sm:flex-nowrap">
          <span className="flex min-w-0 max-w-full items-baseline gap-2">
            <span className="min-w-0 truncate font-medium">{name}</span>
            {name !== id && (
              <span className="min-w-0 shrink-[99] truncate font-mono text-xs text-muted-foreground tracking-tight">
                {id}
              </span>
            )}
          </span>
          <Facts model={model} />
        </div>
        {description && (
          <p className="mt-0.5 line-clamp-2 text-[13px] text-muted-foreground leading-[18px]">{description}</p>
        )}
        {problem !== undefined && <span className="sr-only">Cannot be chosen. {problem}</span>}
        {pinned && <span className="sr-only">Pinned</span>}
      </div>
      <Check aria-hidden className={clsx("mt-0.5 size-4 shrink-0", !selected && "invisible")} />
      <PinMark id={id} pinned={pinned} />
    </div>
  );
}

/**
 * Pin button for the pointer. An option cannot contain a button, so keyboards and screen readers use the one below the
 * list.
 */
function PinMark({ id, pinned }: { id: string; pinned: boolean }) {
  return (
    <span
      aria-hidden
      data-pin={pinned}
      data-tooltip={pinned ? "Unpin" : "Pin"}
      data-tooltip-keys="Alt+P"
      onClick={(event) => {
        event.stopPropagation();
        togglePinnedModel(id);
      }}
      className={clsx(
        "-my-1 grid size-7 shrink-0 cursor-pointer place-items-center rounded-md text-muted-foreground hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:-my-2 pointer-coarse:size-10 pointer-coarse:opacity-100",
        pinned
          ? "text-foreground"
          : "opacity-0 group-hover/option:opacity-100 group-data-highlighted/option:opacity-100",
      )}
    >
      <Pin className="size-3.5" fill={pinned ? "currentColor" : "none"} />
    </span>
  );
}

/** Facts that the gateway knows about a model; nothing when it knows none. */
function Facts({ model }: { model: Model }) {
  const { contextWindow } = model;
  const price = describePrices(model);
  const words = describeCapabilities(model);
  if (words.length === 0 && !price && !contextWindow) return null;
  return (
    <span className="flex shrink-0 items-center gap-3 text-muted-foreground text-xs max-sm:w-full sm:ml-auto">
      <span data-tooltip={words.length > SHOWN_CAPABILITIES ? words.join(", ") : undefined}>
        {words.slice(0, SHOWN_CAPABILITIES).join(" · ")}
      </span>
      <span
        data-tooltip={model.price && "US dollars per million tokens, input and output"}
        className="text-numeric max-sm:ml-auto"
      >
        {price}
      </span>
      <span data-tooltip="Context window in tokens" className="text-numeric min-w-9 text-right">
        {contextWindow ? formatContext(contextWindow) : ""}
      </span>
    </span>
  );
}
