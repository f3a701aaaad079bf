import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OptionDescription, OptionDescriptions } from "@anyurl/core";
import { createAnyurl, isAccessError, type Scheme, type Url } from "anyurl";
import { describe, expect, test } from "vitest";

const PACKAGES = join(import.meta.dirname, "../../..");
const urls = createAnyurl();
const SCHEMES = [...new Set(urls.names().map((name) => urls.scheme(name)!))] as readonly Scheme[];
const OPERATIONS = ["get", "list", "stat", "search", "put", "append", "remove", "rename", "send", "open"];

/** Returns the names of options that a scheme reads when it plans and opens its own examples. */
async function namesLookedAt(scheme: Scheme): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  const seen: ProxyHandler<Record<string, unknown>> = {
    get: (given, name) => {
      if (typeof name === "string") names.add(name);
      return given[name as string];
    },
  };
  const options = new Proxy(USABLE.get(scheme.names[0]!) ?? {}, seen);
  const note = (error: unknown) => {
    if (!isAccessError(error) || error.code !== "bad-option") return;
    // An error about an unknown option lists the known ones.
    for (const list of `${error.message}\n${error.hint}`.matchAll(
      /(?:use one of: |nonesuch.*one of )([\w, ]+)$/gm,
    ))
      for (const name of list[1]!.split(", ")) names.add(name);
  };
  const attempt = async (work: () => unknown) => {
    for (const given of [options, { nonesuch: 1 }]) {
      try {
        current = given;
        const made = await work();
        if (made !== null && typeof made === "object" && Symbol.asyncIterator in made)
          await (made as AsyncGenerator).next();
      } catch (error) {
        note(error);
      }
    }
  };
  let current: object = options;
  const access = (await scheme.access!()) as Readonly<Record<string, (...args: unknown[]) => unknown>>;
  for (const { url: text } of scheme.examples) {
    const url = urls.parse(text) as Url;
    for (const operation of OPERATIONS) {
      await attempt(() => scheme.plan?.(url, operation, current as never));
      await attempt(() => access[operation]?.(url, contextWith(current), "words"));
    }
  }
  return names;
}

/** Required options, without which a scheme stops before it reads the others. */
const USABLE: ReadonlyMap<string, Record<string, unknown>> = new Map([
  ["mailto", { submit: () => {}, from: "me@h.example", confirmed: true }],
]);

/** A context in which every connection fails. */
function contextWith(options: object): object {
  const nowhere = async () => {
    throw new Error("there is no network");
  };
  const limits = new Proxy({}, { get: () => Number.POSITIVE_INFINITY });
  const own = { options, limits, signal: new AbortController().signal, now: () => 0, record: () => {} };
  return new Proxy(own, { get: (target, name) => target[name as keyof typeof target] ?? nowhere });
}

/** Values that an option rejects although its type allows them. */
const WRONG: Readonly<Record<OptionDescription["type"], unknown>> = {
  ...{ text: { no: "text" }, boolean: "perhaps", number: "many", list: { no: "list" }, date: "yesterday?" },
  ...{ object: 5, callback: 5 },
};

describe.each(SCHEMES.map((scheme) => [scheme.names[0]!, scheme] as const))("%s", (name, scheme) => {
  test("describes exactly the options that it reads", async () => {
    const described = Object.keys(await scheme.options!());
    expect(described.toSorted()).toEqual([...(await namesLookedAt(scheme))].toSorted());
  });

  test("describes them in readable text", async () => {
    const all: OptionDescriptions = await scheme.options!();
    for (const [option, { summary, values, default: usual, type }] of Object.entries(all)) {
      expect(option).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(summary).toMatch(/^\S.{8,160}[^.\s]$/);
      if (values !== undefined && usual !== undefined)
        for (const each of [usual].flat()) expect(values).toContain(each);
      if (type === "boolean") expect(typeof usual).toBe("boolean");
      if (type === "number" && usual !== undefined) expect(typeof usual).toBe("number");
    }
  });

  test("lists each of them in its README", async () => {
    const readme = readFileSync(join(PACKAGES, `scheme-${name}`, "README.md"), "utf8");
    for (const option of Object.keys(await scheme.options!()))
      expect({ option, there: readme.includes(`\`${option}\``) || readme.includes(`${option}:`) }).toEqual({
        ...{ option, there: true },
      });
  });

  test("accepts the described values and rejects others", async () => {
    const all: OptionDescriptions = await scheme.options!();
    for (const [option, { type, values = [], default: usual }] of Object.entries(all)) {
      const good = [...values, ...(usual === undefined ? [] : [usual])];
      for (const value of good) {
        const refused = await refusals(scheme, { [option]: value });
        expect({ name, option, value, refused }).toEqual({ name, option, value, refused: [] });
      }
      const refused = await refusals(scheme, { [option]: WRONG[type] });
      expect({ name, option, refused: refused.length > 0 }).toEqual({ name, option, refused: true });
    }
  });
});

/** Returns the errors about an option from all operations of a scheme. */
async function refusals(scheme: Scheme, options: object): Promise<readonly string[]> {
  const said: string[] = [];
  const mine = (error: unknown) => {
    const refused = isAccessError(error) && error.code === "bad-option";
    // Ignore errors about two options that belong together, and about an unconfirmed message.
    if (refused && new RegExp(`option ${Object.keys(options)[0]}[ :]`).test(error.message))
      said.push(error.message);
  };
  const more = USABLE.get(scheme.names[0]!);
  const access = (await scheme.access!()) as Readonly<Record<string, (...args: unknown[]) => unknown>>;
  for (const { url: text } of scheme.examples) {
    const url = urls.parse(text) as Url;
    for (const operation of OPERATIONS) {
      try {
        scheme.plan?.(url, operation, options as never);
      } catch (error) {
        mine(error);
      }
      try {
        const made = await access[operation]?.(url, contextWith({ ...more, ...options }), "words");
        if (made !== null && typeof made === "object" && Symbol.asyncIterator in (made ?? {}))
          await (made as AsyncGenerator).next();
      } catch (error) {
        mine(error);
      }
    }
  }
  return said;
}
