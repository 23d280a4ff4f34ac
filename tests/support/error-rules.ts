/** The rule on texts of errors: they are in the list (lib/contract/errors), not where they are thrown. */
import { parseAst } from "vitest/node";
import { type Node, walk } from "./source-files.ts";

/** Schemas of the config file, whose errors the operator reads at the start. */
const SETTINGS = /^lib\/config\//;
/** Methods of zod with a message behind their arguments. */
const CHECKS = new Set(["regex", "refine", "min", "max", "length", "addIssue"]);

/** Returns `path:line` of each text of an error that is not in the list. */
export function findErrorProse(path: string, text: string): string[] {
  if (SETTINGS.test(path)) return [];
  const found: string[] = [];
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const arguments_ = (node.arguments ?? []) as Node[];
    const texts = isGatewayError(node)
      ? arguments_.flatMap((argument) => fieldsOf(argument, ["message"]))
      : isCheck(node)
        ? arguments_.flatMap((argument, index) => [
            ...(index > 0 ? [argument] : []),
            ...fieldsOf(argument, ["error", "message"]),
          ])
        : [];
    if (texts.some(hasProse)) found.push(`${path}:${text.slice(0, node.start as number).split("\n").length}`);
  });
  return found;
}

function isGatewayError({ type, callee }: Node): boolean {
  return type === "NewExpression" && (callee as { name?: string }).name === "GatewayError";
}

function isCheck({ type, callee }: Node): boolean {
  if (type !== "CallExpression") return false;
  const { property } = callee as { property?: { name?: string } };
  return CHECKS.has(property?.name ?? "");
}

function fieldsOf(argument: Node, names: readonly string[]): Node[] {
  if (argument.type !== "ObjectExpression") return [];
  const properties = argument.properties as { key?: { name?: string }; value?: Node }[];
  return properties.flatMap(({ key, value }) => (value && names.includes(key?.name ?? "") ? [value] : []));
}

/** Returns true for a text, also as one of several operands. */
function hasProse(node: Node): boolean {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" && /[a-z]/i.test(node.value);
    case "TemplateLiteral":
      return true;
    case "LogicalExpression":
    case "BinaryExpression":
      return hasProse(node.left as Node) || hasProse(node.right as Node);
    case "ConditionalExpression":
      return hasProse(node.consequent as Node) || hasProse(node.alternate as Node);
    default:
      return false;
  }
}
