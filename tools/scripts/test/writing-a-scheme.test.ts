/** @module-tag slow */
import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, promisedBy } from "../doc-blocks.ts";
import { faultsOf } from "../tarball.ts";
import { type DocPackage, docPackage } from "./doc-package.ts";

const SOURCE = ["--customConditions", "anyurl-source"];

/** What the page says of types: a text says which parts it has, and what can be done with it. */
const TYPES = `import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { dict } from "./src/index.ts";

const client = createClient({ schemes: [dict], transport: nodeTransport() });
const word: string = client.registry.parse("dict://h/d:x").parts.word;
void (() => client.get("dict://h/d:x"));
// @ts-expect-error access.ts exports no put
void (() => client.put("dict://h/d:x", new Uint8Array()));
export { word };
`;

/** What the examples of the context use. */
const PRELUDE = `import { AccessError, octetsOf, parseLogin, type RequestMessage, type ResponseMessage } from "@anyurl/core";
import { answerLogins, askLogin, type Connection, type Context, type Exchange, formatCommand, type LoginQuestion, perform, usePooledConnection } from "@anyurl/core/exchange";
import { toDuplex } from "@anyurl/duplex";
import { DICT } from "./src/status.ts";
import { DEFAULT_PORT, type DictUrl } from "./src/syntax.ts";

`;
/** What each of them is given. */
const GIVEN = `  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const endpoint = { host: hostname, port };
  const octets = new Uint8Array(1);
  const connection = await context.connect(endpoint);
`;

/** Returns a program of the examples that are not files: statements are put into a function. */
function programOf(examples: readonly string[]): string {
  const functions = examples.map((code, i) =>
    /^(?:async )?function/.test(code)
      ? code
      : `export async function example${i}(url: DictUrl, context: Context) {\n${GIVEN}  {\n${code}  }\n}\n`,
  );
  return `${PRELUDE}${functions.join("\n")}`;
}

let page: DocPackage;
beforeAll(() => {
  page = docPackage("docs/writing-a-scheme.md");
  // The author needs no config. From source the packages are found by a condition, and CI tries the same examples each time.
  const conditions = '["anyurl-source"]';
  const seed = process.env["ANYURL_SEED"] ?? "undefined";
  const same = JSON.stringify(join(import.meta.dirname, "../same-examples.ts"));
  writeFileSync(
    join(page.directory, "vitest.config.ts"),
    `export default {
      resolve: { conditions: ${conditions} },
      ssr: { resolve: { conditions: ${conditions}, externalConditions: ${conditions} } },
      test: {
        // As here: the test files share the modules.
        pool: "threads", maxWorkers: 1, isolate: false,
        testTimeout: 30_000, setupFiles: [${same}], provide: { seed: ${seed} },
      },
    };\n`,
  );
});
afterAll(() => page[Symbol.dispose]());

/** The code of the examples in the chapter about the context. */
function contextExamples(): readonly string[] {
  const [, chapter = ""] = page.markdown.split("### What else the context offers\n");
  return blocksOf(chapter)
    .filter(({ language }) => language === "typescript")
    .map(({ code }) => code);
}

let building: Promise<string> | undefined;
function built(): Promise<string> {
  building ??= page.tool("tsc", "-p", "tsconfig.build.json", ...SOURCE);
  return building;
}

describe("docs/writing-a-scheme.md", () => {
  it("shows examples of the context, one for each way to connect", () => {
    expect(
      contextExamples().map(
        (code) =>
          /\b(?:usePooledConnection|answerLogins|tls|refer|datagram|http|record|toDuplex)\b/.exec(code)?.[0],
      ),
    ).toEqual("usePooledConnection answerLogins tls refer datagram http record toDuplex http".split(" "));
  });

  it("has the types that it shows, and examples of the context that compile", async () => {
    writeFileSync(join(page.directory, "types.ts"), TYPES);
    writeFileSync(join(page.directory, "context.ts"), programOf(contextExamples()));
    const options = JSON.parse(page.files.get("tsconfig.json")!) as { readonly compilerOptions: object };
    const compilerOptions = {
      ...options.compilerOptions,
      // From source, the compiler also sees the declarations of packages of others.
      skipLibCheck: true,
      // Examples in the text do not name the types of their results.
      ...{ isolatedDeclarations: false, declaration: false },
    };
    // One run of the compiler, which mostly reads our sources.
    const config = { compilerOptions, files: ["example.ts", "isolation.ts", "types.ts", "context.ts"] };
    writeFileSync(join(page.directory, "tsconfig.programs.json"), JSON.stringify(config));
    expect(await page.tool("tsc", "-p", "tsconfig.programs.json", ...SOURCE)).toBe("");
  }, 120_000);

  it("passes the exam that it sets, whole", async () => {
    const out = join(page.directory, "results.json");
    await page.tool("vitest", "run", "--reporter=json", `--outputFile=${out}`);
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(readFileSync(out, "utf8")) as {
      numFailedTests: number;
      numPassedTests: number;
      testResults: readonly { name: string; status: string }[];
    };
    expect(testResults).toHaveLength(5);
    expect(testResults.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(numFailedTests).toBe(0);
    // Vectors, laws, transcripts, operations, hostile peers: none of them has silently become nothing.
    expect(numPassedTests).toBeGreaterThan(80);
  }, 240_000);

  it.each(["example.ts", "isolation.ts"])(
    "runs %s, which prints what it says",
    async (path) => {
      const promised = promisedBy(page.files.get(path)!);
      expect(promised.length).toBeGreaterThan(1);
      expect((await page.printed(path)).slice(0, promised.length)).toEqual(promised);
    },
    30_000,
  );

  it("builds and packs a package that can be published", async () => {
    await built();
    writeFileSync(join(page.directory, "LICENSE"), "The license of the author.\n");
    const packed = execFileSync(
      "npm",
      ["pack", "--json", "--dry-run", "--ignore-scripts", "--loglevel=error"],
      {
        cwd: page.directory,
        encoding: "utf8",
      },
    );
    const [{ files } = { files: [] }] = JSON.parse(packed) as readonly {
      files: readonly { path: string }[];
    }[];
    const tarball = new Map(
      files.map(({ path }) => [`package/${path}`, readFileSync(join(page.directory, path), "utf8")]),
    );
    // The page leaves to the author where the package lives, and npm does not require it.
    const left = /^package\.json has no "(homepage|bugs|repository|author)"|CHANGELOG\.md/;
    expect(faultsOf(tarball, [page.directory]).filter((fault) => !left.test(fault))).toEqual([]);
    expect(tarball.has("package/dist/access.js")).toBe(true);
    expect(tarball.has("package/dist/index.d.ts")).toBe(true);
  }, 60_000);

  it("is a plugin of the command line, as the config says", async () => {
    await built();
    symlinkSync(page.directory, join(page.directory, "node_modules/anyurl-scheme-dict"));
    const cli = join(import.meta.dirname, "../../../packages/cli/src/bin.ts");
    const url = "dict://dict.example/d:shortcake";
    const shown = await page.printed(cli, "plan", "--config", ".", url);
    const [, promised = ""] = /^```console\n\$ anyurl plan .*\n([^`]*)^```$/m.exec(page.markdown) ?? [];
    expect(promised).toContain("DEFINE");
    expect(shown).toEqual(promised.trimEnd().split("\n"));
  }, 60_000);

  it("names in its manifest the schemes that it defines", async () => {
    const { anyurl, keywords } = JSON.parse(page.files.get("package.json")!) as {
      anyurl: { schemes: readonly string[] };
      keywords: readonly string[];
    };
    const { dict } = (await import(join(page.directory, "src/index.ts"))) as {
      dict: { names: readonly string[] };
    };
    expect(anyurl.schemes).toEqual(dict.names);
    expect(keywords).toContain("anyurl-scheme");
  });
});
