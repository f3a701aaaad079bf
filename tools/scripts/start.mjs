// `npm start`: the demo, on servers of our own. `npm start -- URL`: opens that URL.
import { build, finish, install } from "./bootstrap.mjs";

const args = process.argv.slice(2);

install();
build();
finish("packages/cli/dist/bin.js", ...(args.length === 0 ? ["demo"] : ["get", ...args]));
