// `npm test`: every test of every package. Further arguments go to vitest: `npm test -- packages/core`.
import { build, finish, install } from "./bootstrap.mjs";

install();
build();
finish("node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2));
