import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Answers, InvalidAnswerError } from "./answers.ts";
import { createPackageFiles } from "./package-files.ts";

/** The written package. */
export interface Created {
  /** Absolute. */
  readonly directory: string;
  /** Paths within it, with "/". */
  readonly files: readonly string[];
}

/**
 * Writes the package. Nothing is overwritten: the directory is created, or must be empty.
 *
 * @throws {BadAnswer} directory-not-empty: the directory exists and is not empty.
 */
export async function createScheme(answers: Answers, directory: string): Promise<Created> {
  const target = resolve(directory);
  const files = createPackageFiles(answers);
  await mkdir(target, { recursive: true }).catch(toDirectoryNotEmptyError);
  if ((await readdir(target).catch(toDirectoryNotEmptyError)).length > 0) throw directoryNotEmptyError();
  for (const [path, text] of files) {
    const file = join(target, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
  }
  return { directory: target, files: [...files.keys()] };
}

function directoryNotEmptyError(): InvalidAnswerError {
  return new InvalidAnswerError(
    "dir",
    "the directory is not empty; nothing was written",
    "use another directory",
    "directory-not-empty",
  );
}

function toDirectoryNotEmptyError(error: unknown): never {
  const { code } = error as { readonly code?: string };
  throw code === "EEXIST" || code === "ENOTDIR" ? directoryNotEmptyError() : error;
}
