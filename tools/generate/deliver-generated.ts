import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A generated file: path from the root of the checkout, and whole text. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const root = new URL('../../', import.meta.url);

/**
 * Writes the files, or compares them with `--check` in `args`. For a stale file the exit code is 1,
 * and a line names the command that refreshes it.
 */
export async function deliverGenerated(
  files: readonly GeneratedFile[],
  args: readonly string[],
): Promise<void> {
  const unknown = args.find((arg) => arg !== '--check');
  if (unknown !== undefined) {
    process.stderr.write(`unknown argument ${unknown}; the only one is --check\n`);
    process.exitCode = 1;
    return;
  }
  for (const file of files) {
    if (args.length === 0) await writeGenerated(file);
    else await checkGenerated(file);
  }
}

/** Problem of the file in the checkout, in one line; undefined if it is current. */
export async function checkText(file: GeneratedFile): Promise<string | undefined> {
  const found = await readFromRoot(file.path).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    throw error;
  });
  if (found !== undefined && isSameText(found, file.text)) return undefined;
  const state = found === undefined ? 'is missing' : 'is stale';
  return `${file.path} ${state}: refresh it with npm run generate`;
}

/** Ignores line ends, which may differ in a checkout. */
function isSameText(left: string, right: string): boolean {
  return toPlainLineEnds(left) === toPlainLineEnds(right);
}

/** Text of a file; the path is relative to the root of the checkout. */
export async function readFromRoot(path: string): Promise<string> {
  return readFile(new URL(path, root), 'utf8');
}

async function checkGenerated(file: GeneratedFile): Promise<void> {
  const trouble = await checkText(file);
  if (trouble === undefined) return;
  process.stderr.write(`${trouble}\n`);
  process.exitCode = 1;
}

async function writeGenerated(file: GeneratedFile): Promise<void> {
  const target = fileURLToPath(new URL(file.path, root));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, file.text);
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function toPlainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
