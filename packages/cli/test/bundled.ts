import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "..");
const SCRIPT = join(PACKAGE, "../../tools/scripts/bundle-cli.ts");

/** The command as users have it, made of the source as it is now. */
export interface Bundled extends Disposable {
  /** The file that Node runs. */
  readonly command: string;
  readonly directory: string;
}

/** Within the package, as it is where it is published. */
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
