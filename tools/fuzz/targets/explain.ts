import { describeAuthority, describeFragment, redact, tryParse } from "@anyurl/core";
import { explainText, toHtml, toJson, toTerminal } from "@anyurl/core/explain";
import { createAnyurl } from "anyurl";
import { demand, type Input, type Outcome, outcome, type Target } from "../target.ts";
import { CANARY } from "../tokens.ts";
import { codesOf, firstOf, shapeOf } from "./shape.ts";

/** describe and explain of a registry with all schemes, and all output formats of explain. */
export const explainTarget: Target = { name: "explain", arity: 1, run };

const urls = createAnyurl();

function run([text = ""]: Input): Outcome {
  const described = demandDescribed(text);
  const [a, b] = [demandExplained(text, "rfc3986"), demandExplained(text, "rfc1738")];
  return { rough: `${a.rough} ${b.rough}`, fine: `${described} | ${a.fine} | ${b.fine}` };
}

function demandDescribed(text: string): string {
  const found = outcome(() => urls.describe(text));
  if (!("value" in found)) return found.code;
  for (const { name, start, end } of found.value) {
    const placed = start >= 0 && end >= start && end <= text.length;
    demand(placed, "a part has its range in the text", name, start, end);
  }
  const { url } = tryParse(text);
  if (url !== undefined)
    outcome(() => [describeAuthority(url, undefined), url.fragment && describeFragment(url)]);
  return found.value.map(({ name }) => name.replace(/\d+/g, "n")).join(",");
}

function demandExplained(text: string, profile: "rfc3986" | "rfc1738"): Outcome {
  const found = explainText(text, urls, { profile });
  const codes = codesOf(text, found.problems);
  let at = 0;
  for (const { start, end, raw, secret } of found.parts) {
    demand(start === at && end >= start, "each part begins where the one before it ends", at, start, end);
    demand(secret || text.slice(start, end) === raw, "a part has the text of its range", raw);
    at = end;
  }
  demand(at === text.length, "the parts cover every character", at, text.length);
  demand(
    found.ok === urls.tryParse(text as string, { profile }).ok,
    "a URL that can be parsed is explained",
    codes,
  );
  const drawn = [JSON.stringify(toJson(found)), toHtml(found), toTerminal(found)];
  demandHidden(text, [...drawn, redact(text), JSON.stringify(found)]);
  const rough = firstOf(found.problems);
  if (!found.ok) return { rough, fine: codes };
  const { url } = urls.tryParse(text as string, { profile });
  const implied = found.implied.map(({ name }) => name).join(",");
  return { rough, fine: `${url === undefined ? "" : shapeOf(url)} ${codes} ${implied}` };
}

/** A password that occurs only once in the URL must not be shown. */
function demandHidden(text: string, shown: readonly string[]): void {
  const password = tryParse(text).url?.password;
  if (password !== CANARY || text.split(CANARY).length !== 2) return;
  for (const each of shown) demand(!each.includes(CANARY), "no password is shown", each.slice(0, 200));
}
