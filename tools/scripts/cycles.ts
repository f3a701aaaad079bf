/** The groups of files that import each other in a circle, each in the order of one such circle (Tarjan 1972). */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (file: string) => {
    index.set(file, index.size);
    low.set(file, index.size - 1);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(file, Math.min(low.get(file)!, low.get(target)!));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = new Set(stack.splice(stack.indexOf(file)));
    if (group.size > 1 || imports.get(file)?.includes(file))
      cycles.push(shortestCircle(file, group, imports));
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

/** The shortest way from `start` back to itself within `group`. */
function shortestCircle(
  start: string,
  group: ReadonlySet<string>,
  imports: ReadonlyMap<string, readonly string[]>,
): string[] {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const target of imports.get(way.at(-1)!) ?? []) {
      if (target === start) return way;
      if (!group.has(target) || seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return [start];
}
