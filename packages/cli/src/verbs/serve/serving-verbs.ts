import { type Command, InvalidArgumentError, Option } from "commander";
import type { AddVerb } from "../common/access-verbs.ts";
import { addSchemeOptions } from "../common/opening-options.ts";

/** Adds the command that serves other users. */
export function addServingVerbs(verb: AddVerb): void {
  const serve = verb(
    "serve",
    "Run a web gateway for all schemes.",
    SERVE,
    async () => (await import("./serve.ts")).serve,
  );
  addReachOptions(addSchemeOptions(serve))
    .option(
      "--cache <store>",
      "cache store: memory:, sqlite:PATH, or redis://HOST:PORT/DB (can be shared)",
      "memory:",
    )
    .option(
      "--sign-key-file <file>",
      'open only links that are signed with a key of this file; its lines are "ID HEX"',
    )
    .option("--log <file>", 'write one JSON line per request, without search terms ("-" for standard output)')
    .option("--contact <url>", "contact URL shown to visitors (mailto: or https:)")
    .addOption(
      new Option("--robots <how>", "allow or disallow web crawlers")
        .choices(["disallow", "allow"])
        .default("disallow"),
    )
    .addOption(
      new Option("--html <how>", "show HTML documents sandboxed (no scripts, no origin), or as text")
        .choices(["sandboxed", "text"])
        .default("sandboxed"),
    )
    .option("--max-requests <n>", "parallel requests (default: 64)", count)
    .option("--max-per-client <n>", "parallel requests per client (default: 8)", count)
    .option("--max-connections-per-client <n>", "connections per client (default: 64)", count)
    .option(
      "--max-per-target <n>",
      "parallel calls per target host, at most half for one client (default: 4)",
      count,
    )
    .option("--grace <seconds>", "seconds to wait for open requests on shutdown", seconds, 10);
}

/** Adds the options for who may use the gateway, and what it may reach. */
function addReachOptions(verb: Command): Command {
  return verb
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <port>", "port to listen on (0 for any free port)", port, 8080)
    .option("--public-url <url>", "public URL of the gateway, for example https://gateway.example")
    .option("--name <host>", "additional host name of the gateway (repeatable)", several)
    .option(
      "--trust-proxy <block>",
      "trust client addresses from proxies in this address block, for example 10.0.0.0/8 (repeatable)",
      several,
    )
    .option(
      "--operations <host:port>",
      "serve /_/health and /_/metrics on this address (default: to loopback clients)",
      hostport,
    )
    .option(
      "--allow-private",
      "allow loopback and private networks (not on a public gateway); links on other sites open the home page",
    )
    .option(
      "--allow-port <scheme:port>",
      "allow a port that is not the scheme's default, for example gopher:7070 (repeatable)",
      several,
    );
}

function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function count(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("Expected a positive integer.");
  return Number(text);
}

function seconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of seconds.");
  return Number(text);
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("Expected a port number from 0 to 65535.");
  return Number(text);
}

function hostport(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ""] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined)
    throw new InvalidArgumentError("Expected ADDRESS:PORT, for example 127.0.0.1:9090.");
  return { host, port: port(digits) };
}

const SERVE = `  anyurl serve
  anyurl serve --port 8000 --log access.jsonl
  anyurl serve --host 0.0.0.0 --public-url https://gateway.example --contact mailto:abuse@gateway.example
  anyurl serve --cache redis://127.0.0.1:6379/0 --operations 127.0.0.1:9090
  anyurl serve --allow-private --allow-port gopher:7070`;
