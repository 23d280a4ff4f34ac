import type { Provider } from "#lib/contract/provider.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";

/** States that pass by themselves: API keys that are set aside, and models that routes leave out while they fail. */
export function ProviderStates({ provider: { keys, out_of_use: models } }: { provider: Provider }) {
  const active = keys.filter(({ state }) => state === "active").length;
  const aside = keys.filter(({ state }) => state === "set aside");
  if (keys.length === 0 && models.length === 0) return null;
  return (
    <ul aria-label="State" className="flex flex-col gap-0.5 pt-1.5 text-[13px] text-muted-foreground">
      {keys.length > 0 && (
        <li>
          {active} of {keys.length} API keys in use
        </li>
      )}
      {aside.map(({ variable, status, retry_in_ms: wait = 0 }) => (
        <li key={variable} className="text-warning">
          <span className="font-mono text-xs [overflow-wrap:anywhere]">{variable}</span> was refused with {status}; it
          is used again in {formatDuration(wait)}
        </li>
      ))}
      {models.map(({ model, retry_in_ms: wait }) => (
        <li key={model} className="text-warning">
          <span className="font-mono text-xs [overflow-wrap:anywhere]">{model}</span> fails; routes try it again in{" "}
          {formatDuration(wait)}
        </li>
      ))}
    </ul>
  );
}
