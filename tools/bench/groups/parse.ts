import { parse, tryParse } from "@anyurl/core";
import fastUri from "fast-uri";
import uriJs from "uri-js";
import { longWeb } from "../corpora/long-web.ts";
import { realWeb } from "../corpora/real-web.ts";
import { tenSchemes } from "../corpora/ten-schemes.ts";
import { type Contender, type Group, keep, keepSum } from "../group.ts";

const COUNT = 10_000;

const CORPORA: Readonly<Record<string, () => readonly string[]>> = {
  "real web": () => realWeb(COUNT),
  "long web": () => longWeb(COUNT),
  "ten schemes": () => tenSchemes(COUNT),
};

/** All contenders must agree on the host. */
const hosts: Readonly<Record<"ours" | "url" | "fastUri" | "uriJs", (text: string) => string | undefined>> = {
  ours: (text) => {
    const { ok, url } = tryParse(text);
    return ok ? inLowerCase(url.host) : undefined;
  },
  url: (text) => (URL.canParse(text) ? inLowerCase(new URL(text).hostname) : undefined),
  fastUri: (text) => {
    const { error, host } = fastUri.parse(text);
    return error === undefined ? withBrackets(host) : undefined;
  },
  uriJs: (text) => {
    const { error, host } = uriJs.parse(text);
    return error === undefined ? withBrackets(host) : undefined;
  },
};

const parsers: readonly Contender<string>[] = [
  {
    name: "parse",
    answer: hosts.ours,
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, parse(texts[i]!));
    },
  },
  {
    name: "URL",
    answer: hosts.url,
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, new URL(texts[i]!));
    },
  },
  {
    name: "fast-uri",
    answer: hosts.fastUri,
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, fastUri.parse(texts[i]!));
    },
  },
  {
    name: "uri-js",
    answer: hosts.uriJs,
    run: (texts) => {
      for (let i = 0; i < texts.length; i++) keep(i, uriJs.parse(texts[i]!));
    },
  },
];

const readers: readonly Contender<string>[] = [
  {
    name: "parse",
    answer: hosts.ours,
    run: (texts) => {
      let sum = 0;
      for (let i = 0; i < texts.length; i++) {
        const url = parse(texts[i]!);
        sum += url.scheme.length + (url.userinfo ?? "").length + (url.host ?? "").length;
        sum +=
          (url.port ?? "").length + url.path.length + (url.query ?? "").length + (url.fragment ?? "").length;
      }
      keepSum(sum);
    },
  },
  {
    name: "URL",
    answer: hosts.url,
    run: (texts) => {
      let sum = 0;
      for (let i = 0; i < texts.length; i++) {
        const url = new URL(texts[i]!);
        sum += url.protocol.length + url.username.length + url.password.length + url.hostname.length;
        sum += url.port.length + url.pathname.length + url.search.length + url.hash.length;
      }
      keepSum(sum);
    },
  },
  {
    name: "fast-uri",
    answer: hosts.fastUri,
    run: (texts) => {
      let sum = 0;
      for (let i = 0; i < texts.length; i++) {
        const url = fastUri.parse(texts[i]!);
        sum += (url.scheme ?? "").length + (url.userinfo ?? "").length + (url.host ?? "").length;
        sum += url.port === undefined ? 0 : 1;
        sum += (url.path ?? "").length + (url.query ?? "").length + (url.fragment ?? "").length;
      }
      keepSum(sum);
    },
  },
];

const printers: readonly Contender<string>[] = [
  {
    name: "parse",
    answer: hosts.ours,
    run: (texts) => {
      let sum = 0;
      for (let i = 0; i < texts.length; i++) sum += parse(texts[i]!).href.charCodeAt(3);
      keepSum(sum);
    },
  },
  {
    name: "URL",
    answer: hosts.url,
    run: (texts) => {
      let sum = 0;
      for (let i = 0; i < texts.length; i++) sum += new URL(texts[i]!).href.charCodeAt(3);
      keepSum(sum);
    },
  },
];

export const parseGroups: readonly Group[] = Object.entries(CORPORA).flatMap(([corpus, inputs]) => [
  { bench: "parse", corpus, inputs, contenders: parsers },
  { bench: "parse and read", corpus, inputs, contenders: readers },
  { bench: "parse and print", corpus, inputs, contenders: printers },
]);

function inLowerCase(host: string | undefined): string {
  return (host ?? "").toLowerCase();
}

/** These two return an IPv6 address without its brackets. */
function withBrackets(host: string | undefined): string {
  return inLowerCase(host?.includes(":") === true && !host.startsWith("[") ? `[${host}]` : host);
}
