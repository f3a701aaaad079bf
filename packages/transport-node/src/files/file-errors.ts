import { AccessError } from "@anyurl/core";

/* What is refused here, and not by the system. No message has a path: it could tell of what is outside a root. */

export function outsideRootError(): AccessError {
  return new AccessError(
    "path-blocked",
    "the policy lets us at files of some directories, and this is in none",
    {
      hint: 'declare a directory by the policy: files: { roots: ["/srv/pub"] }',
    },
  );
}

export function readOnly(): AccessError {
  return new AccessError("path-blocked", "the policy lets nothing be written there", {
    hint: "allow it with the policy's files: { roots, write: true }",
  });
}

export function symlinkInPathError(): AccessError {
  return new AccessError("path-blocked", "a link stands on the way, and links are not followed", {
    hint: "write the path without it, or allow links with the policy's files: { roots, followLinks: true }",
  });
}

/** Something was moved or replaced between two looks at it. */
export function movedError(): AccessError {
  return new AccessError("path-blocked", "the path has changed while it was being opened", {
    retryable: true,
  });
}

export function rootError(): AccessError {
  return new AccessError("path-blocked", "a root of the policy is not written, renamed or removed itself", {
    hint: "name something in it",
  });
}

export function isDirectory(): AccessError {
  return new AccessError("is-a-directory", "a directory has that name", {
    hint: 'end the URL with "/", and list it',
  });
}

export function notDirectory(): AccessError {
  return new AccessError("not-a-directory", "what has that name is no directory", {
    hint: 'leave out the last "/"',
  });
}

export function specialFileError(): AccessError {
  return new AccessError("unsupported", "what has that name is a device, a pipe or a socket, and no file", {
    hint: "read it all the same with the option allowSpecialFiles",
  });
}

/** Of what would be written, renamed or removed: there is no option for it. */
export function specialTarget(): AccessError {
  return new AccessError("unsupported", "what has that name is a device, a pipe or a socket, and no file");
}
