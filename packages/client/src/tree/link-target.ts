import { escapeName, findNameProblem, type NameChoice, type TargetNames } from "./target-name.ts";

/**
 * Returns the target of the copy of a symbolic link, with the names that the target of the tree can have; or why the
 * link is not copied.
 *
 * Only leading ".." segments are allowed: the directories above a link are real ones, but after another link ".." can
 * lead out of the tree.
 *
 * @param choice what happens to such names: only "escape" changes them.
 * @param depth the number of directories between the link and the root of the tree.
 */
export function copyLinkTarget(
  target: string,
  depth: number,
  names: TargetNames,
  choice: NameChoice,
): { readonly target: string } | { readonly why: string } {
  if (target === "" || /^[/\\]|^[A-Za-z]:/.test(target)) return { why: "the link has an absolute target" };
  const segments = target.split("/").filter((segment) => segment !== "" && segment !== ".");
  const up = segments.findIndex((segment) => segment !== "..");
  const above = up < 0 ? segments.length : up;
  if (above > depth) return { why: "the link leads out of the tree" };
  const below = segments.slice(above);
  if (below.includes("..")) return { why: 'the target of the link has ".." after a name' };
  if (choice !== "escape" && below.some((segment) => findNameProblem(segment, names) !== undefined))
    return { why: "the target of the link has a name that the target of the copy cannot have" };
  const spelled = below.map((segment) => escapeName(segment, names) ?? segment);
  return { target: [...segments.slice(0, above), ...spelled].join("/") || "." };
}
