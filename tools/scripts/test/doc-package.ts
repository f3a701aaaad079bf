import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { filesOf } from "../doc-blocks.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BIN = join(ROOT, "node_modules/.bin");
const run = promisify(execFile);

/** The files of a page, written out where the packages of this workspace are installed. */
export interface DocPackage extends Disposable {
  readonly directory: string;
  readonly markdown: string;
  readonly files: ReadonlyMap<string, string>;
  /** Runs a tool of the workspace in it. */
  tool(name: string, ...args: readonly string[]): Promise<string>;
  /** Runs one of its programs from source, and gives what that printed, line by line. */
  printed(path: string, ...args: readonly string[]): Promise<readonly string[]>;
}

/** @param page from the root of the repository: "docs/writing-a-scheme.md". */
export function docPackage(page: string): DocPackage {
  const parent = join(ROOT, "packages/anyurl/.cache");
  mkdirSync(parent, { recursive: true });
  const directory = mkdtempSync(join(parent, "doc-"));
  const markdown = readFileSync(join(ROOT, page), "utf8");
  const files = filesOf(markdown);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  // What `npm install` would do: every package of ours, from the workspace; those of others are found above.
  mkdirSync(join(directory, "node_modules/@anyurl"), { recursive: true });
  for (const folder of readdirSync(join(ROOT, "packages"))) {
    const path = join(ROOT, "packages", folder);
    const { name } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { name: string };
    symlinkSync(path, join(directory, "node_modules", name));
  }
  const env: Record<string, string | undefined> = { ...process.env, FORCE_COLOR: "0", NO_COLOR: "1" };
  // This run of vitest is not that one's.
  for (const name of Object.keys(env)) if (name.startsWith("VITEST")) delete env[name];
  const call = async (program: string, args: readonly string[]) => {
    try {
      const { stdout } = await run(program, args, { cwd: directory, env, maxBuffer: 64 * 1024 * 1024 });
      return stdout;
    } catch (error) {
      // A compiler says on standard output what is wrong.
      const { message, stdout = "" } = error as Error & { stdout?: string };
      throw new Error(`${message}\n${stdout}`);
    }
  };
  return {
    directory,
    markdown,
    files,
    tool: (name, ...args) => call(join(BIN, name), args),
    printed: async (path, ...args) =>
      (await call(process.execPath, ["-C", "anyurl-source", path, ...args])).trimEnd().split("\n"),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true }),
  };
}
