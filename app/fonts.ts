import localFont from "next/font/local";

/**
 * `optional`: a font that is not there within the first tenth of a second is used from the next page on, so that text
 * never moves under the reader. They are preloaded, and kept by the browser for good.
 */
const geist = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist",
  weight: "100 900",
  display: "optional",
});
const geistMono = localFont({
  src: "../node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  display: "optional",
  // The system's own monospaced fonts are as wide as this one: nothing moves when it arrives. A stretched Arial is not.
  adjustFontFallback: false,
});

/** Classes that give the names of the fonts to what is in them. */
export const FONTS = `${geist.variable} ${geistMono.variable}`;
