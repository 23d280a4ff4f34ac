import { chromium } from "playwright";
const base = process.env.BASE ?? "http://127.0.0.1:4907";
export async function open({ width = 1440, height = 900, dark = false, touch = false, path = "/chat", reduced = false } = {}) {
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking"] });
  const context = await browser.newContext({ baseURL: base, viewport: { width, height }, colorScheme: dark ? "dark" : "light", hasTouch: touch, isMobile: touch, reducedMotion: reduced ? "reduce" : "no-preference" });
  await context.request.post("/api/session", { data: { key: "test-admin-key-0123456789abcdef" } });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log("PAGEERROR", e.message));
  page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()));
  await page.goto(path);
  await page.locator("#composer").waitFor({ timeout: 8000 }).catch(() => {});
  await page.waitForTimeout(700);
  return { browser, context, page };
}
