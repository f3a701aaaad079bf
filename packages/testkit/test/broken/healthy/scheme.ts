import {
  DEFAULT_LIMITS,
  defineScheme,
  type Entity,
  octetsOf,
  type Plan,
  parseLogin,
  type Scheme,
  type SchemeDefinition,
  type Source,
  textOf,
} from "@anyurl/core";
import { createPlan } from "@anyurl/core/exchange";
import { accessOf, type EchoAccess } from "./access.ts";
import { type Echo, echo, type Wish } from "./exchange.ts";
import {
  CITE,
  describe,
  type EchoInit,
  type EchoParts,
  type EchoUrl,
  format,
  normalize,
  PORT,
  parse,
} from "./syntax.ts";

export type EchoDefinition = SchemeDefinition<"x-echo", EchoParts, EchoInit, object>;

/** The replies of an ideal server by the first word of a line. */
const IDEAL: ReadonlyMap<string, string> = new Map([
  ["GET", "200 0\r\n200 all\r\n"],
  ["LIST", "200 here\r\n.\r\n"],
  ["STAT", "200 0\r\n"],
  ["PUT", "100 go on\r\n"],
]);

/** Creates the plan function of an exchange. */
export function planBy(exchange: Echo): (url: EchoUrl, operation?: string) => Plan {
  return (url, operation = url.parts.name === "" ? "list" : "get") => {
    const { hostname, port } = parseLogin(url, PORT);
    return createPlan(exchange(url, DEFAULT_LIMITS, operation as Wish), {
      operation,
      endpoint: { host: hostname, port },
      parts: describe(url),
      peer: (sent) =>
        octetsOf(IDEAL.get(sent === undefined ? "" : (textOf(sent).split(" ")[0] ?? "")) ?? "200 ok\r\n"),
      cite: CITE,
    });
  };
}

/** Creates the scheme; with `changes`, a broken one. */
export function echoScheme(changes: Partial<EchoDefinition> = {}): Scheme {
  return defineScheme<"x-echo", EchoParts, EchoInit, object>({
    name: "x-echo",
    defaultPort: PORT,
    cite: [CITE],
    parse,
    format,
    normalize,
    describe,
    plan: planBy(echo),
    isDirectory: ({ parts }) => parts.name === "",
    examples: [
      { url: "x-echo://echo.example/", title: "all names" },
      { url: "x-echo://echo.example/hello", title: "a text" },
    ],
    access: async () => accessOf(),
    ...changes,
  });
}

/** Creates the scheme with another exchange for both access and plan. */
export function echoBy(exchange: Echo): Scheme {
  return echoScheme({ plan: planBy(exchange), access: async () => accessOf(exchange) });
}

/** Creates the scheme with some of its operations replaced. */
export function echoWith(replace: (access: EchoAccess) => Partial<EchoAccess>): Scheme {
  return echoScheme({
    access: async () => {
      const access = accessOf();
      return { ...access, ...replace(access) };
    },
  });
}

/** Creates the scheme with the bodies of `get` changed. */
export function echoWithBody(change: (body: Entity["body"]) => Entity["body"]): Scheme {
  return echoWith((access) => ({
    get: async (...given) => {
      const entity = await access.get(...given);
      return { ...entity, body: change(entity.body) };
    },
  }));
}

/** Creates the scheme with the sources of `put` changed. */
export function echoWithSource(change: (source: Source) => Source): Scheme {
  return echoWith((access) => ({
    put: (url, context, source) => access.put(url, context, change(source)),
  }));
}
