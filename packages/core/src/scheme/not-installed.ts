import { AccessError } from "../exchange/access-error.ts";
import { FIRST_PARTY } from "./first-party.ts";

/** Creates the error for a scheme that cannot be opened. It names the package to install, if there is one. */
export function schemeNotInstalledError(name: string): AccessError {
  const packageName = FIRST_PARTY.get(name);
  return packageName === undefined
    ? new AccessError("unknown-scheme", `cannot open ${name}: URLs: no installed scheme supports them`, {
        scheme: name,
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
