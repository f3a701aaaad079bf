export {
  type AccessCode,
  AccessError,
  type AccessErrorInit,
  isAccessError,
  type TargetState,
} from "./access-error.ts";
export { asciiHost, type HostOptions } from "./ascii-host.ts";
export { type AuthorityInit, build, formatAuthority, formatFragment, type UrlInit } from "./build.ts";
export {
  ALPHA,
  CharSet,
  DIGIT,
  HEXDIG,
  PATH,
  PCHAR,
  QUERY,
  REG_NAME,
  SCHEME,
  SUB_DELIMS,
  UCHAR,
  UNRESERVED,
  USER_BARE,
  USERINFO,
  XCHAR,
} from "./charset.ts";
export {
  type CompareOptions,
  type Comparison,
  compare,
  type Difference,
  type Level,
  type NormalizeStep,
} from "./compare.ts";
export { describeAuthority, describeFragment, type Part } from "./describe.ts";
export { isDeviceName } from "./device-name.ts";
export { displayText } from "./display.ts";
export { displayIri, type HostDisplay, hostDisplay } from "./display-iri.ts";
export {
  decodeOctets,
  decodeText,
  encodeOctets,
  encodeText,
  normalizeEscapes,
  octetsOf,
  textOf,
} from "./escape.ts";
export type {
  Attributes,
  ByteRange,
  Completeness,
  DateQuality,
  Entity,
  Entry,
  EntryKind,
  OperationName,
  Operations,
  Session,
  Source,
} from "./exchange/operations.ts";
export type { Plan, PlanStep } from "./exchange/plan.ts";
export {
  asciiLowerCase,
  formatIPv4,
  formatIPv6,
  type Host,
  hostOf,
  hostProblem,
  parseIPv4,
  parseIPv6,
} from "./host.ts";
export {
  checkHostport,
  type HostportRules,
  type Login,
  loginOf,
  portOf,
  reportControls,
} from "./ip-schemepart.ts";
export { type Idna, type IriOptions, iriToUri, parseIri, tryParseIri } from "./iri.ts";
export { DEFAULT_LIMITS, type Limits, limitsOf } from "./limits.ts";
export { checkSchemeName, kindOfName, type NameKind, type NameOptions } from "./names.ts";
export {
  isDotSegment,
  type NormalizeOptions,
  normalizeAuthority,
  normalizeGeneric,
  normalizeHost,
  removeDotSegments,
} from "./normalize.ts";
export { notInstalled } from "./not-installed.ts";
export type { OptionDescription, OptionDescriptions } from "./option-description.ts";
export { override } from "./override.ts";
export {
  type Component,
  type Problem,
  type ProblemCode,
  type ProblemInit,
  type Report,
  syntaxError,
  throwing,
  UrlSyntaxError,
} from "./problems.ts";
export { formatQuery, type QueryOptions, type QueryPair, type QueryView, readQuery } from "./query.ts";
export { guardPath } from "./recompose.ts";
export { concealing, redact } from "./redact.ts";
export { type ParseResult, parse, parseReference, tryParse } from "./reference.ts";
export { createRegistry, type ReadOptions, type Registry, type RegistryOptions } from "./registry.ts";
export type {
  ByName,
  Can,
  InitOf,
  LiteralScheme,
  NamesOf,
  OperationsOf,
  UrlOf,
} from "./registry-types.ts";
export { type ResolveOptions, relativize, resolve } from "./resolve.ts";
export { reportOutside } from "./rfc1738.ts";
export type { ParseOptions } from "./scan.ts";
export { defineScheme, type Example, type PortRules, type Scheme, type SchemeDefinition } from "./scheme.ts";
export { decodeSegments } from "./segments.ts";
export { type Offsets, type Profile, type Reference, schemeOf, type Url, type UrlChange } from "./url.ts";
