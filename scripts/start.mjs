// `npm start`: the demo, on servers of our own. `npm start -- URL`: opens that URL.
import { build, finish, install, pnpm } from "./bootstrap.mjs";

install();
build();
const args = process.argv.slice(2);
finish(
  pnpm(
    "--silent",
    "exec",
    "node",
    "packages/cli/dist/bin.js",
    ...(args.length === 0 ? ["demo"] : ["get", ...args]),
  ),
);
