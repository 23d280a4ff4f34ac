import { open } from "./.shot.ts";
for (const [name, o] of [["d-light", {}], ["d-dark", { dark: true }], ["p-light", { width: 390, height: 844, touch: true }]] as const) {
  const { browser, page } = await open(o as never);
  await page.keyboard.press("Control+k"); await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/g/pal-${name}.png` });
  await page.keyboard.type("ima"); await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/g/pal-${name}-q.png` });
  await page.keyboard.press("Control+a"); await page.keyboard.press("Delete");
  await page.keyboard.type("choose"); await page.keyboard.press("Enter"); await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/g/pal-${name}-m.png` });
  await browser.close();
}
