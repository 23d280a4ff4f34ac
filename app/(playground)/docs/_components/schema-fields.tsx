import { LazyDetails } from "#components/ui/lazy-details.tsx";
import { describeType, listFields, listVariants, type SchemaField } from "../_model/describe-schema.ts";
import type { OpenApiDocument, Schema } from "../_model/openapi.ts";
import { InlineText } from "./inline-text.tsx";

/** Fields of a schema. Objects inside open on demand, so that a schema may contain itself. */
export function SchemaFields({ document, schema }: { document: OpenApiDocument; schema: Schema }) {
  const fields = listFields(document, schema);
  const variants = listVariants(document, schema);
  if (fields.length > 0)
    return (
      <ul className="rounded-lg border bg-background">
        {fields.map((field) => (
          <FieldRow key={field.name} document={document} field={field} />
        ))}
      </ul>
    );
  if (variants.length === 0)
    return <p className="break-words font-mono text-[13px] text-muted-foreground">{describeType(document, schema)}</p>;
  return (
    <ul className="rounded-lg border bg-background">
      {variants.map(({ name, schema: variant }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the variants of a schema never change.
        <li key={index} className="px-3 py-2 not-first:border-t">
          <Nested label={name} document={document} schema={variant} />
        </li>
      ))}
    </ul>
  );
}

function FieldRow({ document, field }: { document: OpenApiDocument; field: SchemaField }) {
  const { name, type, required, description, schema } = field;
  return (
    <li className="px-3 py-2 not-first:border-t">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium font-mono text-[13px]">{name}</code>
        <span className="min-w-0 break-words font-mono text-muted-foreground text-xs">{type}</span>
        {required && <span className="text-destructive text-xs">required</span>}
      </div>
      {description && (
        <p className="text-[13px] text-muted-foreground leading-5">
          <InlineText text={description} />
        </p>
      )}
      {isNested(document, schema) && <Nested label="Fields" document={document} schema={schema} />}
    </li>
  );
}

function Nested({ label, document, schema }: { label: string; document: OpenApiDocument; schema: Schema }) {
  if (!isNested(document, schema)) return <span className="break-words font-mono text-xs">{label}</span>;
  return (
    <LazyDetails summary={label} summaryClassName="w-fit text-[13px]">
      {() => (
        <div className="pt-2">
          <SchemaFields document={document} schema={schema} />
        </div>
      )}
    </LazyDetails>
  );
}

/** True for a schema with fields of its own, or with a variant that has some. */
function isNested(document: OpenApiDocument, schema: Schema): boolean {
  if (listFields(document, schema).length > 0) return true;
  return listVariants(document, schema).some((variant) => listFields(document, variant.schema).length > 0);
}
