import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll } from "vitest";

/*
 * Defines `$mutant`, which the compiled files under test call. Without a mutant, it writes down the numbers that the
 * tests ask for, which are the mutants that they reach.
 */

// One example that fails is enough: the smallest one is of no interest.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

const active = process.env["ANYURL_MUTANT"] ?? "";
const reached = new Set<number>();
const number = Number(active);
(globalThis as { $mutant?: (id: number) => boolean }).$mutant =
  active === ""
    ? (id) => {
        reached.add(id);
        return false;
      }
    : (id) => id === number;

if (active === "")
  afterAll(() => writeFileSync(process.env["ANYURL_MUTANTS_REACHED"]!, JSON.stringify([...reached])));
