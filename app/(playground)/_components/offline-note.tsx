import { Fragment } from "react";

const KEY_VARIABLES = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"];

/** Explains how to add an upstream when only the sandbox is available. */
export function OfflineNote() {
  return (
    <p className="text-balance">
      Offline: only the sandbox answers. Set{" "}
      {KEY_VARIABLES.map((name, index) => (
        <Fragment key={name}>
          {index > 0 && (index === KEY_VARIABLES.length - 1 ? " or " : ", ")}
          <code className="font-mono">{name}</code>
        </Fragment>
      ))}
      , or list any server in <code className="font-mono">parlance.config.json</code>, and start again.
    </p>
  );
}
