import { describe, expect, it } from "vitest";
import { linkFaults } from "../tarball-links.ts";

const REPOSITORY = "https://anyurl.example/anyurl";

/** The faults of a package with these files, beside @anyurl/kit, which has docs/guide.md. */
function faults(files: Record<string, string>): readonly string[] {
  return linkFaults(new Map(Object.entries(files)), {
    ...{ directory: "packages/x", repository: REPOSITORY },
    isInRepository: (path) => ["docs/guide.md", "packages/kit", "packages/x/README.md"].includes(path),
    packages: new Map([["@anyurl/kit", new Map([["package/docs/guide.md", ""]])]]),
  });
}

describe("the links of a tarball", () => {
  it.each([
    ["a file of the tarball", { "package/docs/a.md": "[b](b.md#part)", "package/docs/b.md": "" }],
    ["a folder of the tarball", { "package/README.md": "[all](docs/)", "package/docs/b.md": "" }],
    ["a file of the repository, from the README", { "package/README.md": "[guide](../../docs/guide.md)" }],
    ["a folder of the repository", { "package/docs/a.md": `[kit](${REPOSITORY}/tree/main/packages/kit)` }],
    ["another site", { "package/docs/a.md": "[RFC](https://www.rfc-editor.org/rfc/rfc1738)" }],
    ["a part of the same page", { "package/README.md": "[part](#part)" }],
    ["an installed file", { "package/README.md": "`node_modules/@anyurl/kit/docs/guide.md`" }],
    ["an installed folder", { "package/README.md": "`node_modules/@anyurl/kit/docs/`" }],
    [
      "a changelog before the first version",
      { "package/README.md": "`node_modules/@anyurl/kit/CHANGELOG.md`" },
    ],
    ["a file of another package", { "package/README.md": "`node_modules/express/none.js`" }],
    ["a file that a template writes", { "package/template/README.md": "[source](src/index.ts)" }],
  ])("may lead to %s", (_, files: Record<string, string>) => {
    expect(faults(files)).toEqual([]);
  });

  it.each([
    ["no file", { "package/README.md": "[a](docs/a.md)" }, "links to docs/a.md"],
    [
      "the repository, from another page than the README",
      { "package/docs/a.md": "[g](../../../docs/guide.md)" },
      "links",
    ],
    [
      "no file of the repository",
      { "package/docs/a.md": `[b](${REPOSITORY}/blob/main/docs/b.md)` },
      "docs/b.md",
    ],
    [
      "no file of an installed package",
      { "package/README.md": "`node_modules/@anyurl/kit/docs/b.md`" },
      "names docs/b.md",
    ],
  ])("must not lead to %s", (_, files: Record<string, string>, fault) => {
    expect(faults(files)).toEqual([expect.stringContaining(fault)]);
  });
});
