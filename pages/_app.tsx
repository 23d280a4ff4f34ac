import type { AppProps } from "next/app";
// For their style sheet; the document has their names.
import "../app/fonts.ts";
import "../app/globals.css";
// What is rendered before the page brings none of its styles.
import "../components/markdown/markdown.css";

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
