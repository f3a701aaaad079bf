import { treeCopyOptions } from "@anyurl/client";
import { expect, it } from "vitest";
import { COPY_TREE_OPTIONS, PARALLEL_OPTIONS } from "../src/verbs/common/options.ts";

// The command does not load the client for its help, so it repeats these.
it("cp -r, get -r, and sync have the choices and defaults of copyTree", () => {
  const { names, links } = treeCopyOptions.declarations;
  const { defaults } = treeCopyOptions;
  expect(COPY_TREE_OPTIONS.names).toMatchObject({ choices: names.choices, default: defaults.names });
  expect(COPY_TREE_OPTIONS.links).toMatchObject({ choices: links.choices, default: defaults.links });
  expect(PARALLEL_OPTIONS.parallel.default).toBe(defaults.parallel);
});
