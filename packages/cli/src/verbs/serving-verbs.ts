import { type Command, InvalidArgumentError, Option } from "commander";
import type { AddVerb } from "./access-verbs.ts";
import { withSchemeOptions } from "./opening-options.ts";

/** The verb that serves others. */
export function addServingVerbs(verb: AddVerb): void {
  const serve = verb(
    "serve",
    "Serve web pages for URLs of all schemes: a gateway, for browsers that know two of them.",
    SERVE,
    async () => (await import("./serve.ts")).serve,
  );
  withReach(withSchemeOptions(serve))
    .option(
      "--cache <store>",
      "memory:, sqlite:PATH, or redis://HOST:PORT/DB, which several may share",
      "memory:",
    )
    .option(
      "--sign-key-file <file>",
      'open only links that it has made itself; lines of "ID HEX", the first signs',
    )
    .option(
      "--log <file>",
      'write a line of JSON for each request, without what was searched for; "-" is a pipe',
    )
    .option("--contact <url>", "whom to turn to: mailto:abuse@gateway.example, or https://…")
    .addOption(
      new Option("--robots <how>", "may machines list it").choices(["disallow", "allow"]).default("disallow"),
    )
    .addOption(
      new Option("--html <how>", "give HTML documents without script and origin, or as text")
        .choices(["sandboxed", "text"])
        .default("sandboxed"),
    )
    .option("--max-requests <n>", "requests at once (default: 64)", count)
    .option("--max-per-client <n>", "of one client (default: 8)", count)
    .option("--max-connections-per-client <n>", "connections of one client (default: 64)", count)
    .option("--max-per-target <n>", "calls to one host, half of them for one client (default: 4)", count)
    .option("--grace <seconds>", "for what is under way when it ends", seconds, 10);
}

/** Who reaches it, and what it reaches. */
function withReach(verb: Command): Command {
  return verb
    .option("--host <address>", "listen here", "127.0.0.1")
    .option("--port <port>", "and here; 0 for any that is free", port, 8080)
    .option("--public-url <url>", "where it is reached from elsewhere, as https://gateway.example")
    .option("--name <host>", "a further name that it answers to; several times for several", several)
    .option("--trust-proxy <block>", "believe what a proxy in front says of clients, as 10.0.0.0/8", several)
    .option("--operations <host:port>", "show /_/health and /_/metrics there, and not to loopback", hostport)
    .option(
      "--allow-private",
      "also open URLs of loopback and private networks (not on a public gateway); links of other sites get the home page",
    )
    .option(
      "--allow-port <scheme:port>",
      "open URLs with a port that is not the scheme's own, as gopher:7070",
      several,
    );
}

function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("It is a number from 1 on.");
  return Number(text);
}

function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("It is a number of seconds.");
  return Number(text);
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new InvalidArgumentError("It is a port.");
  return Number(text);
}

function hostport(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ""] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined) throw new InvalidArgumentError("It is an address and a port, as 127.0.0.1:9090.");
  return { host, port: port(digits) };
}

const SERVE = `  anyurl serve
  anyurl serve --port 8000 --log access.jsonl
  anyurl serve --host 0.0.0.0 --public-url https://gateway.example --contact mailto:abuse@gateway.example
  anyurl serve --cache redis://127.0.0.1:6379/0 --operations 127.0.0.1:9090
  anyurl serve --allow-private --allow-port gopher:7070`;
