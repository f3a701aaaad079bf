import { AccessError } from "@anyurl/core";

/* Errors of our own checks, not of the system. No message has a path: it could reveal names outside of a root. */

export function outsideRootError(): AccessError {
  return new AccessError("path-blocked", "the path is outside the directories that the policy allows", {
    hint: 'add its directory to the policy: files: { roots: ["/srv/pub"] }',
  });
}

export function readOnly(): AccessError {
  return new AccessError("path-blocked", "the policy does not allow writing there", {
    hint: "allow it with the policy's files: { roots, write: true }",
  });
}

export function symlinkInPathError(): AccessError {
  return new AccessError(
    "path-blocked",
    "the path contains a symbolic link, and the policy does not follow links",
    {
      hint: "use the path without the link, or allow links with the policy's files: { roots, followLinks: true }",
    },
  );
}

/** A file or directory was moved or replaced between two checks. */
export function movedError(): AccessError {
  return new AccessError("path-blocked", "the path changed while it was being opened", {
    retryable: true,
  });
}

export function rootError(): AccessError {
  return new AccessError("path-blocked", "cannot write, rename, or remove a root of the policy", {
    hint: "use a path inside the root",
  });
}

export function isDirectory(): AccessError {
  return new AccessError("is-a-directory", "the path is a directory", {
    hint: 'add "/" to the end of the URL to list it',
  });
}

export function notDirectory(): AccessError {
  return new AccessError("not-a-directory", "the path is not a directory", {
    hint: 'remove the last "/"',
  });
}

export function specialFileError(): AccessError {
  return new AccessError("unsupported", "the path is a device, a pipe, or a socket, not a regular file", {
    hint: "use the option allowSpecialFiles to read it",
  });
}

/** For writing, renaming, and removing, which have no option for special files. */
export function specialTarget(): AccessError {
  return new AccessError("unsupported", "the path is a device, a pipe, or a socket, not a regular file");
}
