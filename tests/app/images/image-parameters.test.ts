import { describe, expect, test } from "vitest";
import {
  FIRST_VALUES,
  findRequestProblem,
  findUnsentProblems,
  listImageParameters,
  listSentValues,
} from "#app/(playground)/images/_model/image-parameters.ts";
import { IMAGE_PRESETS } from "#app/(playground)/images/_model/image-presets.ts";
import { findModelProblem } from "#lib/contract/openai-images/model-problems.ts";
import { IMAGE_MODELS } from "#lib/contract/openai-images/model-rules.ts";

const MODELS = Object.values(IMAGE_MODELS);
const OPERATIONS = ["generate", "edit"] as const;

function find(model: string, name: string, operation: "generate" | "edit" = "generate") {
  const found = listImageParameters({ model, operation }).find(({ definition }) => definition.name === name);
  if (!found) throw new Error(`no parameter ${name}`);
  return found;
}

describe("the panel's parameters", () => {
  test("lists every field for every model, supported or with the reason why not", () => {
    const names = new Set(
      MODELS.flatMap(({ operations }) =>
        OPERATIONS.flatMap((operation) => Object.keys(operations[operation]?.fields ?? {})),
      ),
    );
    names.delete("mask");
    for (const { name: model, operations } of MODELS) {
      const listed = listImageParameters({ model, operation: "generate" });
      expect(new Set(listed.map(({ definition }) => definition.name))).toEqual(names);
      for (const { definition, unavailable } of listed) {
        const taken = definition.name in (operations.generate?.fields ?? {});
        expect(unavailable === undefined, `${model} ${definition.name}`).toBe(taken);
        if (!taken) expect(unavailable).toContain(model);
      }
    }
  });

  test("names the reason of an unsupported option", () => {
    const { definition } = find("image-model-b", "quality");
    if (definition.kind !== "choice") throw new Error("quality is a choice");
    expect(definition.options).toContain("high");
    expect(definition.refused?.high).toBe("image-model-b does not take quality high.");
    expect(definition.refused?.standard).toBeUndefined();
  });

  test("says when a model supports a field for edits only", () => {
    expect(find("image-model-a", "input_fidelity").unavailable).toBe(
      "`input_fidelity` is supported by image-model-a only to edit images. Leave it out.",
    );
    expect(find("image-model-a", "input_fidelity", "edit").unavailable).toBeUndefined();
  });

  test("limits a number to the range of its model", () => {
    expect(find("image-model-c", "n").definition).toMatchObject({ minimum: 1, maximum: 1 });
    expect(find("image-model-a", "n").definition).toMatchObject({ minimum: 1, maximum: 10 });
  });

  test("does not check models that it does not know", () => {
    const listed = listImageParameters({ model: "far/gpt-image-9", operation: "edit" });
    expect(listed.filter(({ unavailable }) => unavailable)).toEqual([]);
    expect(listSentValues({ quality: "ultra" }, { model: "far/gpt-image-9", operation: "edit" })).toEqual({
      quality: "ultra",
    });
  });

  test("sets first values that the model accepts", () => {
    for (const { name: model, operations } of MODELS) {
      for (const operation of OPERATIONS.filter((each) => operations[each])) {
        for (const { definition, unavailable } of listImageParameters({ model, operation })) {
          // Previews need the stream, and compression another format: those two are said in words.
          if (unavailable || ["partial_images", "output_compression"].includes(definition.name)) continue;
          const values = { [definition.name]: definition.initial } as Record<string, string>;
          expect(
            findRequestProblem({ prompt: "x", values }, { model, operation }),
            `${model} ${definition.name}`,
          ).toBeUndefined();
        }
      }
    }
  });
});

describe("what is sent", () => {
  const values = { quality: "high", stream: true, partial_images: 2, n: 2 };

  test("sends only supported fields; keeps and names the others", () => {
    const asked = { model: "image-model-b", operation: "generate" } as const;
    expect(listSentValues(values, asked)).toEqual({ n: 2 });
    expect(findUnsentProblems(values, asked)).toMatchObject({
      quality: expect.stringMatching(/^Not sent: `quality` must be "auto" or "standard" for image-model-b/),
      stream: expect.stringContaining("`stream` is not supported by image-model-b."),
    });
    expect(listSentValues(values, { ...asked, model: "image-model-a" })).toEqual(values);
  });

  test("reports contradictions by field, as the route does", () => {
    const asked = { model: "image-model-a", operation: "generate" } as const;
    const wrong = { background: "transparent", output_format: "jpeg" };
    expect(findRequestProblem({ prompt: "x", values: wrong }, asked)?.param).toBe("background");
    expect(findRequestProblem({ prompt: "x", values: { partial_images: 2 } }, asked)?.param).toBe("partial_images");
    expect(
      findRequestProblem({ prompt: "x".repeat(1001), values: {} }, { ...asked, model: "image-model-b" })?.param,
    ).toBe("prompt");
  });

  test("starts with values and suggestions that the route accepts", () => {
    const rules = IMAGE_MODELS["image-model-a"];
    for (const { prompt, values: preset } of [...IMAGE_PRESETS, { prompt: "x", values: FIRST_VALUES }]) {
      const sent = listSentValues(preset, { model: rules.name, operation: "generate" });
      expect(sent).toEqual(preset);
      expect(findModelProblem({ prompt, ...sent } as never, { model: rules, operation: "generate" })).toBeUndefined();
    }
  });
});
