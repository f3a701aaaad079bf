// `npm start`: the demo, on servers of our own. `npm start -- URL`: opens that URL. Both run from source.
import { finish, install } from "./bootstrap.mjs";

const [url, ...rest] = process.argv.slice(2);
const program =
  url === undefined || url.startsWith("-")
    ? ["tools/demo/run.ts", ...(url === undefined ? [] : [url]), ...rest]
    : ["packages/cli/src/bin.ts", "get", url, ...rest];

install();
finish("--conditions=anyurl-source", ...program);
