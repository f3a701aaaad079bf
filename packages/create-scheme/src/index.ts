export {
  type Answers,
  answersOf,
  BadAnswer,
  KINDS,
  type Kind,
  OPERATIONS,
  type Operation,
  PACKAGE_MANAGERS,
  type PackageManager,
} from "./answers.ts";
export { type NameFault, nameFaults } from "./check-name.ts";
export { type Created, createScheme } from "./create.ts";
export { type Io, main } from "./main.ts";
export { type PackageFiles, packageFiles } from "./package-files.ts";
