export { type DnAttribute, type DnProblem, escapeDnValue, parseDn, type Rdn } from "./dn.ts";
export {
  type ExtensibleFilter,
  escapeFilterValue,
  type Filter,
  type FilterProblem,
  formatFilter,
  parseFilter,
} from "./filter.ts";
