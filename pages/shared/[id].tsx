import type { GetServerSideProps } from "next";
import Head from "next/head";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Notice, NoticePage, noticeTitle } from "#components/shared-page/notice-page.tsx";
import { Rendered, renderMarkdown } from "#components/shared-page/rendered-markdown.tsx";
import { SharedPageView } from "#components/shared-page/shared-page.tsx";
import { openSharedPage, sharedPageHeaders } from "#lib/server/shared-page.ts";

/**
 * Disables all scripts, so that no code written by a model can run. Typed as `object` because Next does not list the
 * field.
 */
export const config: object = { unstable_runtimeJS: false };

type Props = { title: string; html: string } | { askAgain: true };

/**
 * Renders the page's HTML here and not in the component: Next bundles everything that the component imports, and would
 * compile Markdown once more for browsers that never load it.
 */
export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res, resolvedUrl }) => {
  for (const [name, value] of Object.entries(sharedPageHeaders())) res.setHeader(name, value);
  const id = String(params?.id ?? "");
  const opened = await openSharedPage(id, req);
  switch (opened.outcome) {
    case "found": {
      const { page, createdAt, expiresAt, public: isPublic } = opened;
      const found = { page, createdAt, expiresAt, isPublic, pictures: `/api/shares/${id}/pictures` };
      const view = (
        <Rendered value={await renderMarkdown(page)}>
          <SharedPageView {...found} />
        </Rendered>
      );
      return write(page.title, view);
    }
    case "missing":
      res.statusCode = 404;
      return writeNotice("missing");
    case "throttled":
      res.statusCode = 429;
      for (const [name, value] of Object.entries(opened.headers)) res.setHeader(name, value);
      return writeNotice("throttled");
    case "ask-again":
      return { props: { askAgain: true } };
    case "sign-in":
      return { redirect: { destination: `/sign-in?next=${encodeURIComponent(resolvedUrl)}`, permanent: false } };
    default:
      return opened satisfies never;
  }
};

function write(title: string, view: ReactElement): { props: Props } {
  return { props: { title: `${title} · Parlance`, html: renderToStaticMarkup(view) } };
}

function writeNotice(notice: Notice): { props: Props } {
  return write(noticeTitle(notice), <NoticePage notice={notice} />);
}

export default function Page(props: Props) {
  if ("askAgain" in props) {
    return (
      <Head>
        <title>Parlance</title>
        <meta httpEquiv="refresh" content="0" />
      </Head>
    );
  }
  return (
    <>
      <Head>
        <title>{props.title}</title>
      </Head>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React. */}
      <div className="contents" dangerouslySetInnerHTML={{ __html: props.html }} />
    </>
  );
}
