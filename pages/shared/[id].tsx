import type { GetServerSideProps } from "next";
import Head from "next/head";
import type { SharedPage } from "#lib/gateway/endpoints/shares/shared-page.ts";
import { openSharedPage, sharedPageHeaders } from "#lib/server/shared-page.ts";
import { MissingPage } from "../../components/shared-page/missing-page.tsx";
import { prepareMarkdown } from "../../components/shared-page/rendered-markdown.tsx";
import { SharedPageView } from "../../components/shared-page/shared-page.tsx";
import { ThrottledPage } from "../../components/shared-page/throttled-page.tsx";

/** No script of any kind: nothing that a model wrote could run in it. Typed wide, for Next does not list the field. */
export const config: object = { unstable_runtimeJS: false };

type Found = { id: string; page: SharedPage; createdAt: number; expiresAt: number; isPublic: boolean };
type Props = { found: Found } | { missing: true } | { throttled: true } | { askAgain: true };

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res, resolvedUrl }) => {
  for (const [name, value] of Object.entries(sharedPageHeaders())) res.setHeader(name, value);
  const id = String(params?.id ?? "");
  const opened = await openSharedPage(id, req);
  switch (opened.outcome) {
    case "found": {
      const { page, createdAt, expiresAt, public: isPublic } = opened;
      await prepareMarkdown(page);
      return { props: { found: { id, page, createdAt, expiresAt, isPublic } } };
    }
    case "missing":
      res.statusCode = 404;
      return { props: { missing: true } };
    case "throttled":
      res.statusCode = 429;
      for (const [name, value] of Object.entries(opened.headers)) res.setHeader(name, value);
      return { props: { throttled: true } };
    case "ask-again":
      return { props: { askAgain: true } };
    case "sign-in":
      return { redirect: { destination: `/sign-in?next=${encodeURIComponent(resolvedUrl)}`, permanent: false } };
    default:
      return opened satisfies never;
  }
};

export default function Page(props: Props) {
  if ("missing" in props) return <MissingPage />;
  if ("throttled" in props) return <ThrottledPage />;
  if ("askAgain" in props) {
    return (
      <Head>
        <title>Parlance</title>
        <meta httpEquiv="refresh" content="0" />
      </Head>
    );
  }
  const { id, ...found } = props.found;
  return (
    <>
      <Head>
        <title>{`${found.page.title} · Parlance`}</title>
      </Head>
      <SharedPageView {...found} pictures={`/api/shares/${id}/pictures`} />
    </>
  );
}
