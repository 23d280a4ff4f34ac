import type { ComponentProps, ReactNode } from "react";
import type { Components, ExtraProps } from "react-markdown";
import { formulaElement } from "#lib/playground/markdown/formulas/prose-formulas.ts";
import { inlineImage, remoteImage, safeLink } from "#lib/playground/markdown/safe-url.ts";
import { RemoteImage } from "../remote-image/remote-image.tsx";
import { CodeBlock } from "./code-block.tsx";
import { InlineFormula } from "./formula.tsx";
import { tableElements } from "./prose-table.tsx";
import { useStill } from "./still-context.ts";

/** Components for the elements of a response. The style sheet (markdown.css) sets the margins between them. */
const elements: Components = {
  h1: ({ node: _, ...rest }) => <h1 className="text-xl font-semibold leading-7 tracking-[-0.01em]" {...rest} />,
  h2: ({ node: _, ...rest }) => <h2 className="text-lg font-semibold leading-7 tracking-[-0.01em]" {...rest} />,
  h3: ({ node: _, ...rest }) => <h3 className="text-base font-semibold leading-6 tracking-[-0.01em]" {...rest} />,
  h4: ({ node: _, ...rest }) => <h4 className="text-[15px] font-semibold" {...rest} />,
  h5: ({ node: _, ...rest }) => <h5 className="text-[15px] font-semibold" {...rest} />,
  h6: ({ node: _, ...rest }) => <h6 className="text-[15px] font-semibold text-muted-foreground" {...rest} />,
  ul: ({ node: _, ...rest }) => <ul className="list-disc pl-6 marker:text-muted-foreground" {...rest} />,
  ol: ({ node: _, ...rest }) => <ol className="list-decimal pl-6 marker:text-muted-foreground" {...rest} />,
  blockquote: ({ node: _, ...rest }) => (
    <blockquote className="border-l-2 border-border pl-4 text-muted-foreground" {...rest} />
  ),
  hr: () => <hr className="my-2 border-border" />,
  code: ({ node: _, className: _language, ...rest }) => (
    <code
      className="box-decoration-clone rounded-md bg-foreground/[0.07] px-[0.35em] py-[0.15em] font-mono text-[0.87em]"
      {...rest}
    />
  ),
  strong: ({ node: _, ...rest }) => <strong className="font-semibold" {...rest} />,
  a: Link,
  img: Picture,
  input: TaskBox,
  [formulaElement]: ({ node }: ExtraProps) => <InlineFormula source={getText(node)} />,
  ...tableElements,
};

export const settledElements: Components = {
  ...elements,
  pre: ({ node }) => <NestedCode node={node} complete />,
};

/** Elements of a growing block: a fence inside a list may be incomplete, so it is not highlighted yet. */
export const growingElements: Components = {
  ...elements,
  pre: ({ node }) => <NestedCode node={node} complete={false} />,
};

function Link({ node, href, children, title, ...rest }: ComponentProps<"a"> & ExtraProps): ReactNode {
  const safe = safeLink(href);
  if (!safe) return <span title={title}>{children}</span>;
  // A picture has its own buttons, which cannot be inside a link.
  if (node && holdsPicture(node)) {
    return (
      <span>
        {children} <Link href={safe}>{safe.startsWith("/") ? safe : new URL(safe).hostname || safe}</Link>
      </span>
    );
  }
  return (
    <a
      {...rest}
      href={safe}
      // The text of a link can differ from its target, so the tooltip shows the target.
      title={title ? `${title} (${safe})` : safe}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline decoration-accent/40 underline-offset-[3px] hover:decoration-accent"
    >
      {children}
    </a>
  );
}

function Picture({ src, alt = "", title }: ComponentProps<"img"> & ExtraProps): ReactNode {
  const address = typeof src === "string" ? src : undefined;
  const remote = remoteImage(address);
  const still = useStill();
  if (remote) {
    // A shared page does not reveal its readers to the image's server.
    return still ? <Link href={remote}>{alt || "image"}</Link> : <RemoteImage src={remote} alt={alt} />;
  }
  const inline = inlineImage(address);
  if (!inline) return <span className="text-muted-foreground">[{alt || "image"}]</span>;
  return (
    // biome-ignore lint/performance/noImgElement: the address contains the image, so no server is involved
    <img
      src={inline}
      alt={alt}
      title={title}
      loading="lazy"
      decoding="async"
      className="inline-block max-h-[480px] max-w-full rounded-lg"
    />
  );
}

function TaskBox({ checked }: ComponentProps<"input"> & ExtraProps): ReactNode {
  return (
    <input
      type="checkbox"
      checked={Boolean(checked)}
      disabled
      readOnly
      aria-label={checked ? "Done" : "Not done"}
      className="mr-2 size-3.5 translate-y-0.5 accent-accent"
    />
  );
}

type HtmlElement = NonNullable<ExtraProps["node"]>;

function holdsPicture({ children }: HtmlElement): boolean {
  return children.some((child) => child.type === "element" && (child.tagName === "img" || holdsPicture(child)));
}

/** Code inside a list or a quote, or indented code. */
function NestedCode({ node, complete }: { node: HtmlElement | undefined; complete: boolean }): ReactNode {
  const code = node?.children.find((child) => child.type === "element");
  const classes = code?.properties.className;
  const language = Array.isArray(classes) ? /^language-([\w+#.-]{1,30})$/.exec(String(classes[0]))?.[1] : undefined;
  const text = getText(code);
  return (
    <CodeBlock
      code={text.replace(/\n$/, "")}
      language={language?.toLowerCase() ?? ""}
      growing={node?.properties.dataCaret === ""}
      complete={complete}
      nested
    />
  );
}

function getText(node: HtmlElement | undefined): string {
  return node?.children.map((child) => (child.type === "text" ? child.value : "")).join("") ?? "";
}
