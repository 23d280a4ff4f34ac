import type { AppProps } from "next/app";
// Imported for the fonts' style sheet; the document sets their class names.
import "../app/fonts.ts";
import "../app/globals.css";
// The Markdown is rendered before the page, so its styles are not imported with it.
import "../components/markdown/markdown.css";

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
