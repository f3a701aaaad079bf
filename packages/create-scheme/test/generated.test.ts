import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createPackageFiles, createScheme, type Kind, type Operation, resolveAnswers } from "../src/index.ts";

const PACKAGE = join(import.meta.dirname, "..");

/** Names that are words of the language or of the templates, or contain characters that identifiers cannot. */
const CASES: readonly (readonly [name: string, kind: Kind, operations: readonly Operation[]])[] = [
  ["x-demo", "tcp", ["get"]],
  ["com.example.my-thing", "tcp", ["get", "list"]],
  ["new", "tcp", ["get", "put"]],
  ["a1+b.c-", "tcp", ["get", "list", "put"]],
  ["describe", "tcp", ["get", "list", "put"]],
  ["x-safe", "tls", ["get"]],
  ["tls", "tls", ["get", "list", "put"]],
  ["rpc", "wrap", ["get"]],
  ["entries", "wrap", ["get", "list"]],
  ["parse", "local", ["get"]],
  ["x-url", "local", ["get", "list"]],
  ["class", "syntax", []],
  ["segments", "syntax", []],
];

it("compiles for all answers", { tags: ["slow"], timeout: 60_000 }, async () => {
  const parent = join(PACKAGE, ".cache");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "generated-"));
  try {
    for (const [i, [name, kind, operations]] of CASES.entries())
      await createScheme(resolveAnswers({ name, kind, operations }), join(folder, String(i)));
    const { compilerOptions } = JSON.parse(readFileSync(join(folder, "0", "tsconfig.json"), "utf8"));
    const tsconfig = {
      compilerOptions: { ...compilerOptions, customConditions: ["anyurl-source"] },
      include: [...CASES.keys()].map(String),
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    // Like any other compiler, it does not look at our sources.
    const { stdout } = await promisify(execFile)(tsc, ["-p", folder]).catch((error) => error);
    expect(stdout).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const tsc = join(PACKAGE, "../../node_modules/.bin/tsc");

it.each(CASES)("%s (%s, %j) contains neither a mark nor a name of the template", (name, kind, operations) => {
  for (const [path, text] of createPackageFiles(resolveAnswers({ name, kind, operations, port: 4000 }))) {
    expect(`${path}: ${/.*#(?:if|endif)\b.*/.exec(text)?.[0] ?? ""}`).toBe(`${path}: `);
    if (name !== "x-demo")
      expect(`${path}: ${/.*x-?demo.*|.*7391.*/i.exec(text)?.[0] ?? ""}`).toBe(`${path}: `);
    expect(text.endsWith("\n")).toBe(true);
  }
});

it("depends on the versions that this workspace is built with", () => {
  const workspace = readFileSync(join(PACKAGE, "../../pnpm-workspace.yaml"), "utf8");
  const files = createPackageFiles(resolveAnswers({ name: "x-demo" }));
  const { devDependencies } = JSON.parse(files.get("package.json")!);
  for (const name of ["fast-check", "typescript", "vitest"]) {
    const version = new RegExp(`^ {2}${name}: (.*)$`, "m").exec(workspace)?.[1];
    // The testkit depends on exactly this fast-check, and the types of two copies do not match.
    const expected = name === "fast-check" ? version : `^${version}`;
    expect(`${name} ${devDependencies[name]}`).toBe(`${name} ${expected}`);
  }
});

it("shifts offsets in a URL by the length of the name", () => {
  const rowsOf = (name: string) =>
    JSON.parse(createPackageFiles(resolveAnswers({ name })).get("test/vectors.json")!) as readonly {
      readonly url?: string;
      readonly start?: number;
    }[];
  const behind = (name: string) =>
    rowsOf(name).map(({ url, start }) => start !== undefined && url?.slice(start));
  expect(behind("com.example.my-thing")).toEqual(behind("x-demo"));
  expect(behind("x-demo").filter((text) => text !== false).length).toBeGreaterThan(3);
});

it("does not call a registered name unregistered", () => {
  const readmeOf = (name: string) => createPackageFiles(resolveAnswers({ name }, true)).get("README.md")!;
  expect(readmeOf("x-demo")).toContain("`x-demo` is not registered with IANA.");
  expect(readmeOf("acap")).not.toContain("not registered");
});
