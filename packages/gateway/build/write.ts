/** The last step of the build: writes what the gateway's pages refer to behind what the compiler wrote. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtModule } from "./built-module.ts";

await writeFile(join(import.meta.dirname, "../dist/assets/built.js"), await builtModule());
