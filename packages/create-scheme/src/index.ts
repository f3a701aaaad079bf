export {
  type Answers,
  InvalidAnswerError,
  KINDS,
  type Kind,
  OPERATIONS,
  type Operation,
  PACKAGE_MANAGERS,
  type PackageManager,
  resolveAnswers,
} from "./answers.ts";
export { checkName, type NameProblem } from "./check-name.ts";
export { type Created, createScheme } from "./create.ts";
export { type Io, main } from "./main.ts";
export { createPackageFiles, type PackageFiles } from "./package-files.ts";
