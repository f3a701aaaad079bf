import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = join(ROOT, "packages/anyurl/man/anyurl.1");
const has = (program: string) => spawnSync("which", [program]).status === 0;
const run = (program: string, ...argv: readonly string[]) =>
  spawnSync(program, [...argv, PAGE], { env: { ...process.env, MANWIDTH: "120" } });

test("the man page matches the help of the command", async () => {
  const argv = ["--conditions=anyurl-source", "tools/scripts/man-page.ts", "--check"];
  await promisify(execFile)(process.execPath, argv, { cwd: ROOT });
});

test.skipIf(!has("groff"))("groff reports no problems", () => {
  const { status, stderr } = run("groff", "-man", "-Tutf8", "-ww", "-z");
  expect({ status, said: String(stderr) }).toEqual({ status: 0, said: "" });
});

test.skipIf(!has("mandoc"))("mandoc only reports the missing date", () => {
  const { stdout } = run("mandoc", "-T", "lint");
  const said = String(stdout)
    .split("\n")
    .filter((line) => line !== "" && !line.includes("missing date"));
  expect(said).toEqual([]);
});

test.skipIf(!has("man"))("man prints commands and options verbatim", () => {
  const { stdout } = run("man", "-l", "-E", "ascii");
  const page = String(stdout)
    .replace(/.\x08/g, "")
    .replace(/\x1b\[[0-9;]*m/g, "");
  expect(page).toContain('anyurl plan "ftp://ftp.example/pub/readme.txt;type=a"');
  expect(page).toContain("--connect-timeout <seconds>");
  expect(page).toContain("~/.netrc");
  expect(page).toContain("anyurl open --escape ^A");
});
