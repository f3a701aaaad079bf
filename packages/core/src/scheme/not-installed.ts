import { AccessError } from "../exchange/access-error.ts";
import { FIRST_PARTY } from "./first-party.ts";

/** The keyword in package.json by which users find the schemes of other authors. */
const SCHEME_KEYWORD = "anyurl-scheme";

/**
 * Creates the error for a scheme that cannot be opened. Its hint names the package to install, or the search that finds
 * packages of other authors.
 */
export function schemeNotInstalledError(name: string): AccessError {
  const packageName = FIRST_PARTY.get(name);
  return packageName === undefined
    ? new AccessError("unknown-scheme", `cannot open ${name}: URLs: no installed scheme supports them`, {
        scheme: name,
        hint: `run "npm search keywords:${SCHEME_KEYWORD} ${name}" to find a plugin`,
      })
    : new AccessError(
        "scheme-not-installed",
        `cannot open ${name}: URLs: the scheme package ${packageName} is not loaded`,
        {
          scheme: name,
          hint: `run "npm install ${packageName}" and add its scheme to the schemes`,
        },
      );
}
