import {
  decodeText,
  formatIPv6,
  normalizeEscapes,
  normalizeGeneric,
  octetsOf,
  parseHost,
  parseIPv6,
  textOf,
  tryParse,
  type Url,
} from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { demand, type Input, type Outcome, outcome, outcomeText, type Target } from "../target.ts";
import { shapeOf } from "./shape.ts";

/** normalizeGeneric, and normalize of a registry with all schemes, under both profiles. */
export const normalizeTarget: Target = { name: "normalize", arity: 1, run };

const urls = createAnyurl();

function run([text = ""]: Input): Outcome {
  const { url } = tryParse(text);
  const generic = url === undefined ? "" : `${shapeOf(url)} ${demandGeneric(url)}`;
  const rough = [demandScheme(text, "rfc3986"), demandScheme(text, "rfc1738")].join(" ");
  return { rough, fine: generic };
}

function demandGeneric(url: Url): string {
  const normal = (of: Url, hierarchical: boolean) =>
    normalizeGeneric(of, { hierarchical, defaultPort: undefined });
  for (const hierarchical of [true, false]) {
    const once = normal(url, hierarchical);
    const read = tryParse(once, { maxUrlLength: Number.POSITIVE_INFINITY }).url;
    demand(read !== undefined, "a normal form is a URL", once);
    demand(normal(read!, hierarchical) === once, "a normal form is its own normal form", once);
    demand(decoded(url, hierarchical) === decoded(read!, hierarchical), "a normal form says the same", once);
  }
  return normal(url, true) === url.href ? "normal" : "changed";
}

/** The decoded components, which no normal form changes. Paths only if there are no dot segments. */
function decoded(url: Url, hierarchical: boolean): string {
  const { scheme, user, password, host, port, path, query, fragment } = url;
  const each = (raw: string | undefined) => (raw === undefined ? undefined : [...octetsOf(decodeText(raw))]);
  // "/." before "//" marks a missing authority, also if the dot was escaped.
  const named = octetsOf(decodeText(path).replace(/^\/\.(?=\/\/)/, ""));
  return JSON.stringify([
    ...[scheme, each(user), each(password), host === undefined ? undefined : hostText(host)],
    ...[port === undefined || port === "" ? undefined : port.replace(/^0+(?=.)/, "")],
    ...[hierarchical ? undefined : [...named], each(query), each(fragment)],
  ]);
}

function hostText(host: string): unknown {
  const read = parseHost(host);
  if (read.kind === "ipvfuture") return host.toLowerCase();
  return { ...read, ...("octets" in read && { octets: [...read.octets] }) };
}

function demandScheme(text: string, profile: "rfc3986" | "rfc1738"): string {
  const found = outcome(() => urls.parse(text as string, { profile }) as Url);
  if (!("value" in found)) return found.code;
  const url = found.value;
  const normal = urls.normalize(text, { profile });
  const again = outcome(
    () => urls.parse(normal as string, { profile, maxUrlLength: Number.POSITIVE_INFINITY }) as Url,
  );
  if (!("value" in again)) {
    demand(false, "a normal form of a scheme is a URL of it", profile, normal, again.code);
    return "";
  }
  demand(again.value.scheme === url.scheme, "a normal form has the same scheme", profile, normal);
  const twice = urls.normalize(normal, { profile, maxUrlLength: Number.POSITIVE_INFINITY });
  demand(twice === normal, "a normal form of a scheme is its own normal form", profile, normal, twice);
  demand(
    urls.compare(text, normal, { profile }).equivalent,
    "a URL is equivalent to its normal form",
    profile,
    normal,
  );
  if (profile === "rfc3986" && urls.scheme(url.scheme)?.plan !== undefined) {
    const [a, b] = [url, again.value].map((each) => outcomeText(() => stepsOf(each)));
    demand(a === b, "a normal form sends the same", normal, a, b);
  }
  return normal === text ? "normal" : "changed";
}

/** Returns one text for all forms of a host. */
function addressOf(host: string): string {
  const octets = parseIPv6(host);
  return octets === undefined ? host.toLowerCase() : formatIPv6(octets);
}

/** Returns what would be sent, without offsets in the text. */
function stepsOf(url: Url): unknown {
  return urls.plan(url).steps.map((step) => ({
    ...{ do: step.do, octets: "octets" in step ? sent(url, step.octets) : "" },
    ...("host" in step && { host: addressOf(step.host ?? ""), port: step.port }),
    ...("path" in step && { path: step.path }),
  }));
}

/** HTTP sends a path unchanged, and treats both cases of an escape as equal (RFC 9110 §4.2.3). */
function sent({ scheme }: Url, octets: Uint8Array): string {
  const text = textOf(octets);
  return scheme.startsWith("http") ? normalizeEscapes(text) : text;
}
