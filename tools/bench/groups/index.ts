import type { Group } from "../group.ts";
import { anyurlGroups } from "./anyurl.ts";
import { escapeGroups } from "./escape.ts";
import { extractGroups } from "./extract.ts";
import { fileGroups } from "./file.ts";
import { gopherGroups } from "./gopher.ts";
import { normalizeGroups } from "./normalize.ts";
import { parseGroups } from "./parse.ts";
import { refuseGroups } from "./refuse.ts";
import { resolveGroups } from "./resolve.ts";
import { typedGroups } from "./typed.ts";

/** All groups that compare our code with peers. */
export const groups: readonly Group[] = [
  ...parseGroups,
  ...anyurlGroups,
  ...typedGroups,
  ...refuseGroups,
  ...resolveGroups,
  ...normalizeGroups,
  ...escapeGroups,
  ...extractGroups,
  ...fileGroups,
  ...gopherGroups,
];
