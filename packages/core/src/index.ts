export {
  type AccessCode,
  AccessError,
  type AccessErrorInit,
  isAccessError,
  noPlanError,
  type TargetState,
  tooLargeError,
  tooLongError,
} from "./exchange/access-error.ts";
export type { ByteRange, Entity, RangeRequest, Source } from "./exchange/entity.ts";
export type { Completeness } from "./exchange/framing.ts";
export type { RequestMessage, ResponseMessage } from "./exchange/message.ts";
export type {
  Attributes,
  DateQuality,
  Entry,
  EntryKind,
  OperationName,
  Operations,
  Session,
} from "./exchange/operations.ts";
export type { Plan, PlanStep } from "./exchange/plan.ts";
export { rejectFragment } from "./exchange/reject-fragment.ts";
export type {
  ScreenKey,
  ScreenLook,
  ScreenRun,
  ScreenView,
  SessionScreen,
} from "./exchange/session-screen.ts";
export {
  type AuthorityInit,
  build,
  formatAuthority,
  formatFragment,
  type UrlInit,
} from "./operations/build.ts";
export {
  type CompareOptions,
  type Comparison,
  type ComparisonLevel,
  compare,
  type Difference,
  type NormalizeStep,
} from "./operations/compare.ts";
export { createPart, describeAuthority, describeFragment, type Part } from "./operations/describe.ts";
export { displayText } from "./operations/display.ts";
export { displayIri, type HostDisplay, hostDisplay } from "./operations/display-iri.ts";
export { escapeMarkup } from "./operations/escape-markup.ts";
export {
  isDotSegment,
  type NormalizeOptions,
  normalizeAuthority,
  normalizeFragment,
  normalizeGeneric,
  normalizeHost,
  removeDotSegments,
} from "./operations/normalize.ts";
export { createRedactor, redact } from "./operations/redact.ts";
export { type ResolveOptions, relativize, resolve } from "./operations/resolve.ts";
export type {
  OptionDeclaration,
  OptionDeclarations,
  OptionSet,
  OptionsInput,
  ResolvedOptions,
} from "./options/declaration.ts";
export { DEFAULT_LIMITS, type Limits, limitOptions, resolveLimits } from "./options/limits.ts";
export { findNearest } from "./options/nearest.ts";
export { defineOptions, optionError, resolveOptions } from "./options/options.ts";
export { isProgramOnly, readOptionText } from "./options/text.ts";
export { describeValues, OptionValueError } from "./options/value.ts";
export { schemeNotInstalledError } from "./scheme/not-installed.ts";
export type { Presentation, View } from "./scheme/presentation.ts";
export { createParser, createRegistry, type RegistryOptions } from "./scheme/registry.ts";
export type {
  AnyUrlOf,
  ByName,
  Can,
  InitOf,
  LiteralScheme,
  NamesOf,
  OperationsOf,
  OptionsFor,
  OtherScheme,
  Parser,
  ReadOptions,
  Registry,
  UrlOf,
} from "./scheme/registry-types.ts";
export {
  defineScheme,
  type Example,
  getOptionSet,
  override,
  type PortRules,
  type ProxyOperation,
  resolveSchemeOptions,
  type Scheme,
  type SchemeDefinition,
  type SchemeSyntax,
  type Shorthand,
} from "./scheme/scheme.ts";
export { type HostOptions, toAsciiHost } from "./syntax/ascii-host.ts";
export { decodeBase64, encodeBase64, encodeHex } from "./syntax/base64.ts";
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
} from "./syntax/charset.ts";
export { isDeviceName } from "./syntax/device-name.ts";
export {
  decodeOctets,
  decodeSegments,
  decodeText,
  encodeOctets,
  encodeText,
  lastSegment,
  normalizeEscapes,
  octetsOf,
  requireList,
  requireText,
  textOf,
} from "./syntax/escape.ts";
export {
  asciiLowerCase,
  formatIPv4,
  formatIPv6,
  type Host,
  hostProblem,
  parseHost,
  parseIPv4,
  parseIPv6,
} from "./syntax/host.ts";
export {
  checkHostport,
  type HostportRules,
  type Login,
  parseLogin,
  parsePort,
  warnAboutControls,
} from "./syntax/ip-schemepart.ts";
export { type Idna, type IriOptions, iriToUri, parseIri, tryParseIri } from "./syntax/iri.ts";
export { checkSchemeName, type NameOptions, type SchemeNameKind, schemeNameKind } from "./syntax/names.ts";
export {
  type Component,
  isSyntaxError,
  type Problem,
  type ProblemCode,
  type ProblemInit,
  type Report,
  syntaxError,
  throwOnError,
  UrlSyntaxError,
} from "./syntax/problems.ts";
export { formatQuery, type QueryOptions, type QueryPair, type QueryView, readQuery } from "./syntax/query.ts";
export { guardPath } from "./syntax/recompose.ts";
export { type ParseResult, parse, parseReference, tryParse } from "./syntax/reference.ts";
export { refuseComponent } from "./syntax/refuse-component.ts";
export { reportDisallowed } from "./syntax/rfc1738.ts";
export type { ParseOptions } from "./syntax/scan.ts";
export {
  type ComponentOffsets,
  getScheme,
  type Profile,
  type Reference,
  type Url,
  type UrlChange,
} from "./syntax/url.ts";
