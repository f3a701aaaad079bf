import { describe, expect, it } from "vitest";
import { checkLayers, type Manifest, type Package } from "../layers.ts";

const EXPORTS = { ".": "./src/index.ts" };

/** A package with one source file, and one test when it has text. */
function pkg(folder: string, source: string, manifest: Partial<Manifest> = {}, test = ""): Package {
  const file = (path: string, text: string) => ({ path: `packages/${folder}/${path}`, text });
  return {
    folder,
    manifest: { name: folder === "anyurl" ? folder : `@anyurl/${folder}`, exports: EXPORTS, ...manifest },
    files: [file("src/index.ts", source), ...(test === "" ? [] : [file("test/a.test.ts", test)])],
  };
}

const core = pkg("core", "export const x = 1;");
const onCore = { dependencies: { "@anyurl/core": "workspace:^" } };
const messages = (...packages: readonly Package[]) => checkLayers(packages).map(({ message }) => message);

describe("check-layers", () => {
  it("lets good packages pass", () => {
    const scheme = pkg(
      "scheme-ftp",
      'import { x } from "@anyurl/core";\nexport const access = () => import("./access.ts");',
      onCore,
    );
    const transport = pkg(
      "transport-node",
      'import net from "node:net";\nimport type { x } from "@anyurl/core";',
      onCore,
    );
    expect(messages(core, scheme, transport)).toEqual([]);
  });

  it("lets the tests of a scheme use the test helpers of its protocol", () => {
    const protocol = pkg("protocol-p", "export {};");
    const onProtocol = { dependencies: { "@anyurl/protocol-p": "workspace:^" } };
    const test = 'import "../../protocol-p/test/server.ts";';
    const scheme = pkg("scheme-a", 'import "@anyurl/protocol-p";', onProtocol, test);
    expect(messages(core, protocol, scheme)).toEqual([]);
  });

  it.each<[string, Package]>([
    ["the arrow points the other way", pkg("core", 'import "@anyurl/scheme-ftp";')],
    [
      "the arrow points the other way",
      pkg("scheme-a", 'export * from "@anyurl/scheme-ftp";', {
        dependencies: { "@anyurl/scheme-ftp": "workspace:^" },
      }),
    ],
    [
      "the arrow points the other way",
      pkg("client", 'const x = import("@anyurl/scheme-ftp");', {
        dependencies: { "@anyurl/scheme-ftp": "workspace:^" },
      }),
    ],
    [
      "the arrow points the other way",
      pkg("client", 'export type T = import("@anyurl/scheme-ftp").T;', {
        dependencies: { "@anyurl/scheme-ftp": "workspace:^" },
      }),
    ],
    ["is Node's", pkg("scheme-a", 'import { connect } from "node:net";')],
    ["is Node's", pkg("client", 'export { connect } from "node:net";')],
    ["is Node's", pkg("anyurl", 'const x = await import("node:fs");')],
    ['write "node:net"', pkg("servers", 'import net from "net";')],
    ["past the transport", pkg("scheme-a", 'export const x = () => fetch("http://h/");')],
    ["past the transport", pkg("client", 'export const x = () => new WebSocket("ws://h/");')],
    ["past the transport", pkg("core", 'export const x = () => globalThis.fetch("http://h/");')],
    ["past the transport", pkg("core", 'export const x = self["fetch"];')],
    ["past the transport", pkg("core", "export const x = process.env;")],
    ["past the transport", pkg("scheme-a", "export const x = Buffer.from([1]);")],
    ["past the transport", pkg("client", "export const x = { fetch };")],
    ["past the transport", pkg("client", "export const x = (f = fetch) => f;")],
    ["past the transport", pkg("anyurl", "export const x = globalThis.process?.env;")],
    ["past the transport", pkg("anyurl", "export { fetch };")],
    ["is not exported", pkg("scheme-a", 'import "@anyurl/core/src/host.ts";', onCore)],
    ["leaves the package", pkg("scheme-a", 'import "../../core/src/index.ts";')],
    ["leaves the package", pkg("scheme-a", 'import "../../../tools/vectors/data/x.json";')],
    ["leaves the package", pkg("scheme-a", 'import "../../protocol-p/test/server.ts";')],
    ["leaves the package", pkg("scheme-a", "export {};", {}, 'import "../../protocol-p/test/server.ts";')],
    ["leaves the package", pkg("scheme-a", "export {};", {}, 'import "../../scheme-b/test/server.ts";')],
    ["is not published", pkg("scheme-a", 'import "../test/vectors.json";')],
    ["is not in the dependencies", pkg("scheme-a", 'import "@anyurl/core";')],
    [
      "is not in the dependencies",
      pkg("scheme-a", 'import "left-pad";', { devDependencies: { "left-pad": "1" } }),
    ],
    ["is not in the devDependencies", pkg("scheme-a", "export {};", {}, 'import "fast-check";')],
    ["is imported by no source", pkg("scheme-a", "export {};", onCore)],
    ["is imported by no test", pkg("scheme-a", "export {};", { devDependencies: { "fast-check": "1" } })],
    [
      'write "workspace:^"',
      pkg("scheme-a", 'import "@anyurl/core";', { dependencies: { "@anyurl/core": "^1.0.0" } }),
    ],
    ["core depends on nothing", pkg("core", 'import "left-pad";', { dependencies: { "left-pad": "1" } })],
    ["core depends on nothing", pkg("core", 'import "left-pad";', { peerDependencies: { "left-pad": "1" } })],
    ["no such kind of package", pkg("utils", "export {};")],
  ])("finds: %s (%#)", (expected, bad) => {
    const others = [core, pkg("scheme-ftp", "export {};")].filter(({ folder }) => folder !== bad.folder);
    expect(messages(...others, bad)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([
    "export function fetch(x: string) { return x; }\nfetch('a');",
    "export const f = (fetch: () => void) => fetch();",
    "export const f = ({ connect: fetch }: { connect(): void }) => fetch();",
    "export const f = (x: { fetch(): void; process: string }) => [x.fetch(), x.process];",
    "export type F = typeof fetch;",
    "export interface F { fetch(): void; Buffer: string }",
    "export class F { fetch() { return this.fetch(); } }",
    "export const f = { fetch: 1, process: 2 };",
    'export { fetch } from "./access.ts";',
    'import { get as fetch } from "./access.ts";\nfetch();',
    "const get = 1;\nexport { get as fetch };",
  ])("lets a package have names of its own: %s", (source) => {
    expect(messages(pkg("core", source))).toEqual([]);
  });

  it("says the file and the line of a forbidden import", () => {
    const bad = pkg("scheme-a", '// one\n// two\nimport "node:net";');
    expect(checkLayers([bad])).toMatchObject([{ file: "packages/scheme-a/src/index.ts", line: 3 }]);
  });

  it("lets tests use Node and what they list", () => {
    const good = pkg(
      "scheme-a",
      "export {};",
      { devDependencies: { "fast-check": "1" } },
      'import "node:net";\nimport "fast-check";\nimport "../src/index.ts";\nimport "../../../tools/vectors/data/x.json";',
    );
    expect(messages(good)).toEqual([]);
  });

  it("finds files that import each other, by types as well", () => {
    const file = (name: string, text: string) => ({ path: `packages/core/src/${name}.ts`, text });
    const files = [
      file("a", 'import type { B } from "./b.ts";\nexport type A = B;'),
      file("b", 'import { type A } from "./a.ts";\nexport type B = A;'),
    ];
    expect(messages({ ...core, files })).toEqual([
      "these files import each other: src/a.ts → src/b.ts → src/a.ts",
    ]);
  });

  it.each([
    [30, []],
    [31, ["31 files in one folder: expected at most 30; make folders by topic"]],
  ])("counts %i files in a folder", (count, expected) => {
    const files = Array.from({ length: count }, (_, n) => ({ path: `packages/core/src/f${n}.ts`, text: "" }));
    expect(messages({ ...core, files })).toEqual(expected);
  });
});
