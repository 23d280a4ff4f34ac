/** Browsers of the sessions, in words. */
import { expect, it } from "vitest";
import { describeBrowser } from "#app/(playground)/account/_model/describe-browser.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox on Linux"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0`, "Edge on Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0 Safari/537.36`, "Chrome on Linux"],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/130.0 Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/130.0 Safari/537.36 OPR/115.0`, "Opera on Windows"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18.0 Safari/605", "Safari on macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604", "Safari on iPhone"],
  ["Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605 CriOS/130.0 Safari/604", "Chrome on iPad"],
  ["curl/8.5.0", "curl"],
  ["Mozilla/5.0 (compatible)", "Unknown browser"],
  ["", "Unknown browser"],
  [null, "Unknown browser"],
  ["x".repeat(500), "x".repeat(40)],
])("%s", (userAgent, described) => {
  expect(describeBrowser(userAgent)).toBe(described);
});
