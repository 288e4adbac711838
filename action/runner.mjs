// What the steps share: the files and commands by which a step talks to the runner.
import { appendFileSync } from 'node:fs';

/** A variable of the step; empty where it is not set. */
export const variable = (name) => process.env[name] ?? '';

/** Gives values to the steps that follow. A line break would begin another value. */
export function output(values) {
  for (const [name, value] of Object.entries(values)) {
    if (/[\r\n]/u.test(String(value))) throw new Error(`The output ${name} has a line break`);
    appendFileSync(variable('GITHUB_OUTPUT'), `${name}=${value}\n`);
  }
}

/** Escapes text in a workflow command, where a line break would begin another command. */
const escaped = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Annotates the run. */
export const annotate = (level, text) => console.log(`::${level} title=Perimeter::${escaped(text)}`);

/** Runs a step; an error of it ends the step with code 2, as invalid arguments do. */
export async function step(work) {
  try {
    await work();
  } catch (error) {
    annotate('error', error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
