import { optionError } from "@anyurl/core";
import { formatHttpDate, type HttpField } from "@anyurl/core/exchange";
import { httpOptions, type ResolvedHttpOptions } from "./options.ts";

/** The options as a request needs them. */
export interface HttpSettings
  extends Pick<
    ResolvedHttpOptions,
    | "fields"
    | "acceptEncoding"
    | "redirect"
    | "allowUserinfo"
    | "length"
    | "anyStatus"
    | "webdav"
    | "onResponse"
  > {
  /** Names of the fields with secret values. */
  readonly hidden: readonly string[];
  /** If-None-Match and similar fields. */
  readonly conditions: readonly HttpField[];
}

/** The settings of options that several calls share. */
const SETTINGS = new WeakMap<ResolvedHttpOptions, HttpSettings>();

/** @throws {AccessError} bad-option: a field that an operation or another option sets. */
export function toSettings(options: ResolvedHttpOptions): HttpSettings {
  let settings = SETTINGS.get(options);
  if (settings === undefined) {
    settings = createSettings(options);
    SETTINGS.set(options, settings);
  }
  return settings;
}

function createSettings(options: ResolvedHttpOptions): HttpSettings {
  const { fields, anyStatus, sensitive, ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = options;
  const taken = anyStatus ? undefined : fields.find(([name]) => OPTION_FIELDS.has(name));
  if (taken !== undefined)
    throw optionError(httpOptions, "fields", `no "${taken[0]}", which is set automatically`);
  return {
    ...options,
    hidden: [...SECRET_FIELDS, ...sensitive],
    conditions: [
      ...toField("if-match", ifMatch),
      ...toField("if-none-match", ifNoneMatch),
      ...toField("if-modified-since", ifModifiedSince && formatHttpDate(ifModifiedSince)),
      ...toField("if-unmodified-since", ifUnmodifiedSince && formatHttpDate(ifUnmodifiedSince)),
    ],
  };
}

function toField(name: string, value: string | undefined): readonly HttpField[] {
  return value === undefined ? [] : [[name, value]];
}

/** Fields with credentials, which are sent only to the original server. */
const SECRET_FIELDS: readonly string[] = ["authorization", "cookie"];

/** Fields that change the meaning of the response; the operations and options set them. */
const OPTION_FIELDS: ReadonlySet<string> = new Set([
  ...["range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since"],
]);
