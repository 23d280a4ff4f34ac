import localFont from "next/font/local";

/**
 * Font-display `optional`: a font that is not loaded within the first tenth of a second is used from the next page on,
 * so that text never moves. Fonts are preloaded, and cached by the browser permanently.
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
  // System monospaced fonts are as wide as this one, so nothing moves when it is loaded. A stretched Arial would not
  // be.
  adjustFontFallback: false,
});

/** Classes that set the fonts' CSS variables. */
export const FONTS = `${geist.variable} ${geistMono.variable}`;
