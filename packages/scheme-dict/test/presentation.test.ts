import { createRegistry } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { expect, it } from "vitest";
import { dict } from "../src/index.ts";

const registry = createRegistry(dict);

// A page of matches puts the searched word in front of its title.
it.each([
  ["dict://h.example/m:ti:wn:prefix", "wn"],
  ["dict://h.example/m:ti::prefix", "dictionaries"],
  ["dict://h.example/m:ti:*:prefix", "dictionaries"],
  ["dict://h.example/d:tide:wn", "tide"],
])("the title of %s is %s", (url, title) => {
  expect(getView(registry.parse(url), dict).title).toBe(title);
});
