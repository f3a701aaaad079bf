import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "..");
const SCRIPT = join(PACKAGE, "../../tools/scripts/bundle-cli.ts");

/** The published command, bundled from the current source. */
export interface Bundled extends Disposable {
  /** The entry file for Node. */
  readonly command: string;
  readonly directory: string;
}

/** Inside the package, where the published file is, too. */
export function bundled(): Bundled {
  mkdirSync(join(PACKAGE, "dist"), { recursive: true });
  const directory = mkdtempSync(join(PACKAGE, "dist/test-"));
  execFileSync(process.execPath, ["--conditions=anyurl-source", SCRIPT, directory], { stdio: "ignore" });
  return {
    command: join(directory, "anyurl.cjs"),
    directory,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
