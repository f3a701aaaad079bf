/** Formats a Markdown table with aligned columns. The first row is its head. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`,
  );
  lines.splice(1, 0, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`);
  return lines.join("\n");
}

/**
 * Replaces the first table below a line. @throws {Error} there is no such line, or no table before the next heading.
 *
 * @param line a pattern for the whole line.
 */
export function replaceTable(text: string, line: string, table: string): string {
  const match = new RegExp(`^${line}\\n(?:(?!\\||#).*\\n)*((?:\\|.*\\n)+)`, "m").exec(text);
  if (match === null) throw new Error(`no table below "${line}"`);
  const start = match.index + match[0].length - match[1]!.length;
  return `${text.slice(0, start)}${table}\n${text.slice(start + match[1]!.length)}`;
}
