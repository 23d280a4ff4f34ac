import { Head, Html, Main, NextScript } from "next/document";
import { FONTS } from "../app/fonts.ts";

/** Pages that need no script: those of `app` always have some, this router's need not. */
export default function Document() {
  return (
    <Html lang="en" className={FONTS}>
      <Head>
        <link rel="icon" href="/icon.svg" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#09090b" />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
