/* URI Templates (RFC 6570), all four levels: expansion, and matching, which undoes it. */

export {
  expandReference,
  expandTemplate,
  type TemplateScalar,
  type TemplateValue,
  type TemplateValues,
} from "./expand.ts";
export { type MatchedValue, type MatchOptions, matchTemplate } from "./match.ts";
export {
  type Expression,
  type Literal,
  type Operator,
  parseUriTemplate,
  type UriTemplate,
  type Varspec,
} from "./parse.ts";
