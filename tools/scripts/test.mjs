// `npm test`: every test of every package. Further arguments go to vitest: `npm test -- packages/core --changed`. With
// --watch it keeps running, and repeats the tests that a change concerns.
import { build, finish, install } from "./bootstrap.mjs";

/** Folders whose tests use built packages. All other tests run from source. */
const USE_BUILDS = ["packages/anyurl", "packages/cli", "packages/create-scheme", "tools"];

const given = process.argv.slice(2);
const paths = given.filter((word) => word.startsWith("packages/") || word.startsWith("tools"));
install();
if (
  paths.length === 0 ||
  paths.some((path) => USE_BUILDS.some((folder) => path.startsWith(folder) || folder.startsWith(path)))
)
  build();
finish("node_modules/vitest/vitest.mjs", ...(given.includes("--watch") ? [] : ["run"]), ...given);
