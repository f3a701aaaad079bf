// Writes a file where the system cannot create hard links, as on FAT and some network drives, and prints the error. It is
// a program of its own because it replaces a function of Node.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const [linkCode, root = "", target = "", appears] = process.argv.slice(2);
fs.link = async () => {
  // Another program creates the target in the meantime.
  if (appears !== undefined) await fs.writeFile(target, appears);
  throw Object.assign(new Error("no link"), { code: linkCode });
};
syncBuiltinESMExports();
const { nodeFiles } = await import("../../src/files/node-files.ts");

async function* source(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode("new text");
}

const files = nodeFiles("paths").below!([{ path: root, write: true, followLinks: false }]);
try {
  await files.write(target, source(), "create", new AbortController().signal);
} catch (error) {
  console.log((error as { code?: string }).code);
}
