/** A Chromium for the browser tests: the machine's own, Playwright's, or Debian's package where it may be installed. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright";

/** The headless shell first: it has no window to draw, so that page tests take little more than half the time. */
const NAMES = ["chromium-headless-shell", "google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];

/** Debian packages; older releases have no package of the shell. */
const PACKAGES = ["chromium-headless-shell", "chromium"];

const MAC_PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const INSTALL_HINT =
  "No Chromium found: install Google Chrome or Chromium, run `npx playwright install chromium`, or set CHROMIUM_PATH.";

/** @returns the path of an executable, or undefined when this machine has none */
export function findChromium(): string | undefined {
  return candidates().find((path) => path !== "" && existsSync(path));
}

/**
 * As `findChromium`, but on Debian and Ubuntu installs a package when there is none and this user may.
 * When all fails, prints one line that says what to install.
 */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined) return found;
  const installed = PACKAGES.some(installDebianPackage) ? findChromium() : undefined;
  if (installed === undefined) console.log(INSTALL_HINT);
  return installed;
}

function candidates(): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [
    process.env.CHROMIUM_PATH ?? "",
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(process.platform === "darwin" ? MAC_PLACES : []),
    ...(process.platform === "win32" ? windowsPlaces() : []),
    chromium.executablePath(),
  ];
}

function windowsPlaces(): string[] {
  const roots = [process.env.PROGRAMFILES, process.env["PROGRAMFILES(X86)"], process.env.LOCALAPPDATA];
  const programs = ["Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe"];
  return roots.flatMap((root) => (root === undefined ? [] : programs.map((program) => join(root, program))));
}

/** Needs root, or sudo without a password. @returns whether apt-get says that it is installed */
function installDebianPackage(name: string): boolean {
  if (!existsSync("/usr/bin/apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && spawnSync("sudo", ["-n", "true"]).status !== 0) return false;
  console.log(`Installing Debian's package ${name} …`);
  const aptGet = (...args: string[]) => {
    const command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    const [program = "", ...rest] = isRoot ? command : ["sudo", "-n", ...command];
    return spawnSync(program, rest, { stdio: ["ignore", "ignore", "inherit"], timeout: 300_000 }).status === 0;
  };
  aptGet("update");
  return aptGet("install", "-y", "--no-install-recommends", name);
}

if (import.meta.main) {
  const path = ensureChromium();
  if (path === undefined) process.exitCode = 1;
  else console.log(path);
}
