import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Answers, BadAnswer } from "./answers.ts";
import { packageFiles } from "./package-files.ts";

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
  const files = packageFiles(answers);
  await mkdir(target, { recursive: true }).catch(orTaken);
  if ((await readdir(target).catch(orTaken)).length > 0) throw taken();
  for (const [path, text] of files) {
    const file = join(target, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
  }
  return { directory: target, files: [...files.keys()] };
}

function taken(): BadAnswer {
  return new BadAnswer(
    "dir",
    "the directory is not empty; nothing was written",
    "use another directory",
    "directory-not-empty",
  );
}

function orTaken(error: unknown): never {
  const { code } = error as { readonly code?: string };
  throw code === "EEXIST" || code === "ENOTDIR" ? taken() : error;
}
