import type { Profile, Url } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { GENERIC_URL } from "../../../packages/core/test/abnf.ts";
import { codeOf, demand, type Input, type Outcome, type Target } from "../target.ts";
import { codesOf, demandWhole, firstOf, isOk, shapeOf } from "./shape.ts";

/** parse, tryParse and check of a registry with all schemes, under both profiles. */
export const registryTarget: Target = { name: "registry", arity: 1, run };

const urls = createAnyurl();

function run([text = ""]: Input): Outcome {
  const found = urls.check(text);
  const both = (["rfc3986", "rfc1738"] as const).map((profile) => {
    const { ok, url, problems } = found[profile];
    const codes = codesOf(text, problems);
    demand(ok === isOk(problems), "a value exactly if there is no error", profile, codes);
    demandSame(text, profile, ok, problems.find(({ severity }) => severity === "error")?.code);
    if (url === undefined) return { rough: firstOf(problems), fine: codes };
    demandWhole(url, text);
    if (profile === "rfc1738")
      demand(GENERIC_URL.test(text), "the profile rfc1738 accepts only what genericurl derives");
    const name = urls.scheme(url.scheme) === undefined ? "unknown" : url.scheme;
    return { rough: `${name} ${firstOf(problems)}`, fine: `${shapeOf(url)} ${codes} ${partsShape(url)}` };
  });
  const [rough, fine] = (["rough", "fine"] as const).map((each) => both.map((one) => one[each]).join(" | "));
  return { rough: rough!, fine: fine! };
}

/** parse returns or throws what check has found. */
function demandSame(text: string, profile: Profile, ok: boolean, code: string | undefined): void {
  try {
    const url: Url = urls.parse(text as string, { profile });
    demand(ok && url.href === text, "parse returns the same as tryParse", profile);
  } catch (error) {
    demand(codeOf(error) === code, "parse throws the first error", profile, codeOf(error), code);
  }
}

/** Returns the parts that a scheme has found, and which of them are empty. */
function partsShape({ parts }: Url): string {
  if (typeof parts !== "object" || parts === null) return String(parts);
  demand(Object.isFrozen(parts), "parts cannot be changed");
  return Object.entries(parts)
    .map(([name, value]) => {
      if (value === undefined) return "";
      return `${name}${value === "" ? "0" : Array.isArray(value) ? Math.min(value.length, 3) : ""}`;
    })
    .join(",");
}
