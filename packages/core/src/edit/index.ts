export { appendSegments, child, parent, withName, withSuffix } from "./path.ts";
export { addQuery, getQuery, removeQuery, setQuery, sortQuery } from "./query.ts";
