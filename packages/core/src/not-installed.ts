import { AccessError } from "./access-error.ts";
import { FIRST_PARTY } from "./first-party.ts";

/** The error for a scheme that nobody here can open: it names the package to install, where there is one. */
export function notInstalled(name: string): AccessError {
  const packageName = FIRST_PARTY.get(name);
  return packageName === undefined
    ? new AccessError("unknown-scheme", `no installed scheme can open ${name}: URLs`, { scheme: name })
    : new AccessError(
        "scheme-not-installed",
        `${name}: URLs are opened by ${packageName}, which is not in use here`,
        {
          scheme: name,
          hint: `npm install ${packageName}, and put it into the schemes`,
        },
      );
}
