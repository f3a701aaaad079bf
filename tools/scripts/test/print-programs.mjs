// Runs programs one after another in one process, which loads each package once, and prints as JSON what each printed.
import { pathToFileURL } from "node:url";
import { format } from "node:util";

const outcomes = [];
for (const path of process.argv.slice(2)) {
  const lines = [];
  console.log = (...values) => lines.push(format(...values));
  try {
    await import(pathToFileURL(path).href);
    outcomes.push({ printed: lines.join("\n") });
  } catch (error) {
    outcomes.push({ printed: lines.join("\n"), failed: String(error?.stack ?? error) });
  }
}
process.stdout.write(JSON.stringify(outcomes));
