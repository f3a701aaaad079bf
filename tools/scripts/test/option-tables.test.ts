import { describe, expect, it } from "vitest";
import { formatOptionTable, replaceOptionTable } from "../option-tables.ts";

const TABLE = formatOptionTable({
  tls: {
    type: "choice",
    choices: ["none", "required"],
    default: "none",
    description: "use TLS",
    rule: "RFC 4217",
  },
  wait: { type: "duration", default: 500, description: "how long | or not" },
  quirks: { type: "list", choices: ["a", "b"], default: ["a", "b"], description: "quirks" },
  names: { type: "list", default: [], description: "names" },
  confirm: { type: "function", description: "called first" },
  rate: {
    type: "group",
    description: "a rate",
    options: { burst: { type: "integer", default: 1, description: "at once" } },
  },
});

describe("the table of options", () => {
  it("has a row for each option, with its values, default, description, and rule", () => {
    const rows = TABLE.split("\n").map((row) =>
      row
        .slice(2, -2)
        .split(/ +\| /)
        .map((cell) => cell.trim()),
    );
    expect(rows.filter((_, i) => i !== 1)).toEqual([
      ["option", "values", "default", "description"],
      ["`tls`", "`none`, `required`", "`none`", "use TLS (RFC 4217)"],
      ["`wait`", "a number of milliseconds, at least 0", "`500` ms", "how long \\| or not"],
      ["`quirks`", "a list of: a, b", "all", "quirks"],
      ["`names`", "a list of strings", "none", "names"],
      ["`confirm`", "a function", "", "called first"],
      ["`rate.burst`", "a whole number, at least 0", "`1`", "at once"],
    ]);
  });

  it("says which options are required, and omits those of other tables", () => {
    const host = { type: "string", required: true, description: "the server" } as const;
    const retry = { attempts: { type: "integer", default: 0, description: "how many" } } as const;
    const all = {
      host,
      retry: { type: "group", options: retry, description: "retries" },
      deadline: { type: "duration", default: Number.POSITIVE_INFINITY, unlimited: true, description: "all" },
    } as const;
    const names = (table: string) => table.match(/^\| `[\w.]+`/gm)?.map((cell) => cell.slice(3, -1));
    expect(names(formatOptionTable(all))).toEqual(["host", "retry.attempts", "deadline"]);
    expect(names(formatOptionTable(all, [all, retry]))).toEqual(["host", "retry", "deadline"]);
    expect(names(formatOptionTable(all, [{ host }]))).toEqual(["retry.attempts", "deadline"]);
    expect(formatOptionTable(all)).toMatch(/`host` .* required +\|/);
    expect(formatOptionTable(all)).toMatch(/`deadline` .* `Infinity` +\|/);
  });

  it("replaces the table of another section", () => {
    const readme = "## Options\n\n| a |\n\n### Cache options\n\n| old |\n\n## Limits\n";
    expect(replaceOptionTable(readme, "| new |", "Cache options")).toBe(readme.replace("| old |", "| new |"));
    expect(() => replaceOptionTable(readme, "", "Server options")).toThrow("no table");
  });

  it("replaces only the first table of the section", () => {
    const readme = "# x\n\n| a |\n\n## Options\n\nSet them.\n\n| old |\n| --- |\n\n| other |\n\n## Limits\n";
    expect(replaceOptionTable(readme, "| new |")).toBe(
      "# x\n\n| a |\n\n## Options\n\nSet them.\n\n| new |\n\n| other |\n\n## Limits\n",
    );
    expect(() => replaceOptionTable("## Options\n\n## Limits\n\n| a |\n", "")).toThrow("no table");
  });
});
