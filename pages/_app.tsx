import type { AppProps } from "next/app";
// For their style sheet; the document has their names.
import "../app/fonts.ts";
import "../app/globals.css";

export default function App({ Component, pageProps }: AppProps) {
  return <Component {...pageProps} />;
}
