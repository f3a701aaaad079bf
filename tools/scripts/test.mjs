// `npm test`: every test of every package. Further arguments go to vitest: `npm test -- packages/core --changed`. With
// --watch it keeps running, and repeats the tests that a change concerns. No test needs a build: all run from source.
import { finish, install } from "./bootstrap.mjs";

const given = process.argv.slice(2);
install();
finish("node_modules/vitest/vitest.mjs", ...(given.includes("--watch") ? [] : ["run"]), ...given);
