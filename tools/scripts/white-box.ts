import { dirname, join, normalize } from "node:path";
import type { Finding, Manifest, Package } from "./layers.ts";
import { readSource } from "./reading.ts";

/** Folders and files of sources that tests may import although users cannot, with the reason for each. */
export type WhiteBoxes = Readonly<Record<string, string>>;

/**
 * Tests import what users import, the entries of a package, so that they survive a change of its inside. Returns each
 * import of another source file that is not listed, and each place of the list that no test needs any more.
 */
export function checkWhiteBoxes(packages: readonly Package[], boxes: WhiteBoxes): readonly Finding[] {
  const used = new Set<string>();
  const findings: Finding[] = [];
  for (const { folder, manifest, files } of packages) {
    const own = `packages/${folder}/`;
    const entries = entriesOf(manifest).map((path) => normalize(join(own, path)));
    for (const file of files.filter(({ path }) => path.startsWith(`${own}test/`))) {
      for (const { word, start } of readSource(file).imports) {
        if (!word.startsWith(".")) continue;
        const target = normalize(join(dirname(file.path), word)).replaceAll("\\", "/");
        if (!/^packages\/[^/]+\/src\//.test(target) || entries.includes(target)) continue;
        const box = Object.keys(boxes).find((each) => target === each || target.startsWith(`${each}/`));
        if (box !== undefined && target.startsWith(own)) used.add(box);
        else {
          const line = file.text.slice(0, start).split("\n").length;
          const message = `imports ${target}: import an entry of the package, or list the file in white-box.json`;
          findings.push({ file: file.path, line, message });
        }
      }
    }
  }
  for (const box of Object.keys(boxes).filter((each) => !used.has(each)))
    findings.push({ file: "tools/scripts/white-box.json", line: 1, message: `no test imports ${box}` });
  return findings;
}

/** The source files that a package exports. */
function entriesOf({ exports = {} }: Manifest): readonly string[] {
  const pathsIn = (value: unknown): readonly string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(pathsIn) : [];
  };
  return pathsIn(exports);
}
