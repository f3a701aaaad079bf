// Packs the workspace, and installs and builds the examples from the tarballs, as third-party code would from a
// registry:
//
//     node examples/install.ts
//
// Build the workspace first (`npm test` does). What it makes is in examples/.packed, node_modules and dist, and is not
// committed.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { packAll } from "./pack.ts";

const tarballs = packAll(join(import.meta.dirname, ".packed"));
for (const folder of ["x-board", "x-zip", "x-finger", "x-gemini", "x-sftp", "programs"]) {
  const cwd = join(import.meta.dirname, folder);
  const run = (...args: readonly string[]) => execFileSync("npm", args, { cwd, stdio: "inherit" });
  // `anyurl` depends on other packages of the workspace, which no registry has.
  const all = folder === "programs" ? ["--no-save", ...tarballs.values()] : [];
  // A tarball of the same name may have changed, so ignore the earlier installation.
  run("install", "--no-package-lock", "--prefer-offline", "--no-audit", "--no-fund", ...all);
  run("run", "build");
}
