import type { ParameterDefinition } from "#lib/playground/parameters/parameter-definition.ts";

/** Splits parameters into the ones that are always shown, by their rank, and the others by their group. */
export function splitParameters<Parameter>(
  parameters: readonly Parameter[],
  getDefinition: (parameter: Parameter) => ParameterDefinition,
): { shown: Parameter[]; folded: [title: string, parameters: Parameter[]][] } {
  const rankOf = (parameter: Parameter) => getDefinition(parameter).rank ?? Number.POSITIVE_INFINITY;
  const isShown = (parameter: Parameter) => Number.isFinite(rankOf(parameter));
  return {
    shown: parameters.filter(isShown).sort((a, b) => rankOf(a) - rankOf(b)),
    folded: [
      ...Map.groupBy(
        parameters.filter((parameter) => !isShown(parameter)),
        (parameter) => getDefinition(parameter).group,
      ),
    ],
  };
}
