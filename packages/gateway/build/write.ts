/** The last step of the build: writes the assets of the pages, after the compiler. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generateAssetsModule } from "./built-module.ts";

await writeFile(join(import.meta.dirname, "../dist/assets/built.js"), await generateAssetsModule());
