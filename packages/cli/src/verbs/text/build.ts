import type { TemplateValues } from "@anyurl/core/uri-template";
import { displayText, isAccessError, type Profile, redact, UrlSyntaxError } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { PROFILE_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Builds a URL from its decoded fields, or from a URI template. */
export const verb: Verb = defineVerb({
  args: [
    { usage: "<scheme>", description: "or a URI template (RFC 6570)", completes: ["scheme"] },
    {
      usage: "[fields...]",
      description: "FIELD=VALUE, FIELD[]=VALUE for a list item, or FIELD:=JSON",
      completes: ["field"],
    },
  ],
  options: { ...PROFILE_OPTIONS },
  examples: [
    'anyurl build ftp host=ftp.example cwds[]=pub "name=read me.txt" typecode=a',
    'anyurl build gopher host=gopher.example gophertype=7 selector=/find "search=blue whale"',
    'anyurl build "https://www.example/search{?q,lang}" "q=blue whale"',
  ],
  async run([scheme, assignments], options, io) {
    const { json, profile } = options;
    const fields = parseFields(assignments);
    // A scheme has no "{".
    const isTemplate = scheme.includes("{");
    const url = isTemplate
      ? redact(await expand(scheme, fields, profile, io))
      : buildUrl(scheme, fields, profile, io);
    if (json === true) await writeAnswer(succeed({ url }), options, io);
    else await io.stdout.write(`${displayText(url)}\n`);
  },
});

type Fields = Readonly<Record<string, unknown>>;

function buildUrl(scheme: string, fields: Fields, profile: Profile, io: Io): string {
  const write = io.urls.format.bind(io.urls) as Write;
  try {
    const { port } = fields;
    const url = write(scheme, port === undefined ? fields : { ...fields, port: toPort(port) }, { profile });
    checkLists(fields, io.urls.parse(url).parts);
    return url;
  } catch (error) {
    // A field has a type that the scheme does not accept.
    if (error instanceof UrlSyntaxError && error.code === "bad-field" && error.component === "url")
      throw new UsageError(error.problems[0]!.message, HINT);
    if (error instanceof TypeError || isFaultOfType(error))
      throw new UsageError(`cannot build a URL of ${scheme} from these fields`, HINT);
    throw error;
  }
}

function toPort(port: unknown): unknown {
  return typeof port === "string" ? Number(port || Number.NaN) : port;
}

/** Expands a URI template. Rejects a value for a variable that it does not have. */
async function expand(text: string, fields: Fields, profile: Profile, io: Io): Promise<string> {
  const { expandTemplate, parseUriTemplate } = await import("@anyurl/core/uri-template");
  const template = parseUriTemplate(text);
  const unknown = Object.keys(fields).find((name) => !template.names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `the template has no variable "${displayText(unknown)}"`,
      `use ${template.names.join(", ")}`,
    );
  return expandTemplate(template, fields as TemplateValues, io.urls, { profile }).href;
}

/** A scheme reports a field of the wrong type as a plugin error with a TypeError. */
function isFaultOfType(error: unknown): boolean {
  return isAccessError(error) && error.code === "plugin-fault" && error.cause instanceof TypeError;
}

/** The type of the fields follows from the scheme, which is not known statically here. */
type Write = (scheme: string, init: object, options: { readonly profile: Profile }) => string;

/** Rejects a string in place of a list: it would be formatted as a list of characters. */
function checkLists(fields: Fields, parts: unknown): void {
  for (const [name, value] of Object.entries(parts ?? {})) {
    if (Array.isArray(value) && typeof fields[name] === "string")
      throw new UsageError(`invalid ${name}: expected a list`, `use ${name}[]=${displayText(fields[name])}`);
  }
}

const HINT = "use NAME=VALUE, NAME[]=VALUE for a list item, or NAME:=JSON, for example cwds:='[\"pub\"]'";

function parseFields(assignments: readonly string[]): Fields {
  const fields: Record<string, unknown> = Object.create(null);
  for (const each of assignments) {
    const [, name, kind, value] = /^([\w.%]+)(\[\]|:)?=(.*)$/s.exec(each) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`invalid field "${displayText(each.slice(0, 40))}": expected FIELD=VALUE`, HINT);
    if (name === "password")
      throw new UsageError("other users can see a password on the command line", "remove the password field");
    if (kind === "[]") fields[name] = [...((fields[name] as unknown[] | undefined) ?? []), value];
    else if (kind === ":") fields[name] = jsonValue(value);
    else fields[name] = value;
  }
  return { ...fields };
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UsageError('invalid JSON after ":="', HINT);
  }
}
