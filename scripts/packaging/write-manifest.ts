/** `package.json` of what is published. */
import { PAGES_FOLDER } from "#lib/server/packaged-pages/unpack-pages.ts";
import { isNative } from "./copy-packages.ts";

type SourceManifest = {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

/**
 * Packages without native code are bundled as they were tested, reduced to what is loaded. npm fetches the others for
 * the platform: Node, and packages with a build for each platform.
 * @param bundled versions by name
 */
export function writeManifest(source: SourceManifest, bundled: ReadonlyMap<string, string>): Record<string, unknown> {
  const { name, version, description, license, engines, dependencies, optionalDependencies } = source;
  const names = [...bundled.keys()].toSorted();
  const native = Object.entries(dependencies).filter(([dependency]) => isNative(dependency));
  return {
    name,
    version,
    description,
    license,
    engines,
    type: "module",
    bin: { parlance: "bin/parlance.js" },
    imports: { "#lib/*": "./lib/*", "#scripts/*": "./scripts/*" },
    files: ["bin", "docs", "lib", PAGES_FOLDER, "scripts", "CHANGELOG.md", "SECURITY.md", "THIRD-PARTY-LICENCES"],
    dependencies: {
      ...Object.fromEntries(names.map((bundle) => [bundle, bundled.get(bundle)])),
      ...Object.fromEntries(native),
    },
    optionalDependencies,
    bundleDependencies: names,
  };
}
