import { Head, Html, Main, NextScript } from "next/document";
import { FONTS } from "../app/fonts.ts";

/** Document of pages that need no script. Pages of `app` always load scripts; pages of this router need not. */
export default function Document() {
  return (
    <Html lang="en" className={FONTS}>
      <Head>
        <link rel="icon" href="/icon.svg" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0b0e" />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
