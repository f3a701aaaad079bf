import { malformedError } from "./malformed-error.ts";
import { SourceReader, type SourceValue } from "./source-reader.ts";

/*
 * The description of a database (type WSRC, files `*.src`): a Lisp list of alternating keywords and values.
 *
 *     (:source :version 3 :ip-name "wais.example.org" :tcp-port 210 :database-name "harbour"
 *      :cost 0.00 :cost-unit :free :maintainer "keeper@wais.example.org"
 *      :keyword-list (tide gull) :description "Tide tables.")
 */

/** The description of a database. All of it is untrusted; texts keep their bytes. */
export interface Source {
  readonly databaseName: string;
  /** A description has a name or an address of the host; a name is more common. */
  readonly ipName?: string | undefined;
  readonly ipAddress?: string | undefined;
  /** Absent: 210. */
  readonly tcpPort?: number | undefined;
  /** A decimal number, in its original form. */
  readonly cost?: string | undefined;
  /** "free", "dollars-per-session", … */
  readonly costUnit?: string | undefined;
  readonly maintainer?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  readonly description?: string | undefined;
}

/**
 * Parses the description of a database. Ignores unknown fields.
 *
 * @throws {AccessError} protocol-error: not a description, or it has no database, or neither name nor address of a
 * host; too-large: it is longer than 64 KiB.
 */
export function readSource(text: string): Source {
  const fields = new SourceReader(text).fields();
  const getField = (name: string) => getText(fields.get(name));
  const port = getText(fields.get("tcp-port"));
  const databaseName = getField("database-name") ?? "";
  const ipName = getField("ip-name");
  const ipAddress = getField("ip-address");
  return checkSource({
    // Some descriptions contain the name of the file.
    databaseName: databaseName.replace(/\.src$/, ""),
    ipName,
    ipAddress,
    tcpPort:
      port !== undefined && /^[0-9]{1,5}$/.test(port) && Number(port) <= 65_535 ? Number(port) : undefined,
    cost: getField("cost"),
    costUnit: getField("cost-unit")?.replace(/^:/, "").toLowerCase(),
    maintainer: getField("maintainer"),
    keywords: getKeywords(fields.get("keyword-list")),
    description: getField("description"),
  });
}

function checkSource(source: Source): Source {
  if (source.databaseName === "") throw malformedError("the description has no database name");
  if ((source.ipName ?? source.ipAddress) === undefined) throw malformedError("the description has no host");
  return source;
}

/** Formats the description of a database. {@link readSource} parses it to the same values. */
export function formatSource(source: Source): string {
  const { ipName, ipAddress, tcpPort = 210, databaseName, cost = "0.00", costUnit = "free" } = source;
  const { maintainer, keywords, description } = source;
  const lines = [
    "(:source",
    "   :version 3",
    ...(ipAddress === undefined ? [] : [`   :ip-address ${quoteText(ipAddress)}`]),
    ...(ipName === undefined ? [] : [`   :ip-name ${quoteText(ipName)}`]),
    `   :tcp-port ${tcpPort}`,
    `   :database-name ${quoteText(databaseName)}`,
    `   :cost ${cost}`,
    `   :cost-unit :${costUnit}`,
    ...(maintainer === undefined ? [] : [`   :maintainer ${quoteText(maintainer)}`]),
    ...(keywords === undefined ? [] : [`   :keyword-list (${keywords.map(quoteText).join(" ")})`]),
    ...(description === undefined ? [] : [`   :description ${quoteText(description)}`]),
    ")",
  ];
  return `${lines.join("\n")}\n`;
}

function quoteText(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function getText(value: SourceValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function getKeywords(value: SourceValue | undefined): readonly string[] | undefined {
  return value === undefined || typeof value === "string"
    ? undefined
    : value.filter((each) => typeof each === "string");
}
