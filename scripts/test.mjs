// `npm test`: every test of every package. Further arguments go to vitest: `npm test -- packages/core`.
import { build, finish, install, pnpm } from "./bootstrap.mjs";

install();
build();
finish(pnpm("--silent", "exec", "vitest", "run", ...process.argv.slice(2)));
