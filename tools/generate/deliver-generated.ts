import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that a tool writes: its path from the root of the checkout, and its whole text. */
export type GeneratedFile = { readonly path: string; readonly text: string };

const root = new URL('../../', import.meta.url);

/**
 * Writes the files, or with `--check` in `args` only compares them with what is there. A stale
 * file makes the exit code 1, and one line names it with the command that refreshes it.
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

/** What is wrong with the file as it stands in the checkout, in one line; undefined when nothing. */
export async function checkText(file: GeneratedFile): Promise<string | undefined> {
  const found = await readFromRoot(file.path).catch((error: unknown) => {
    if (isMissingFile(error)) return undefined;
    throw error;
  });
  if (found !== undefined && isSameText(found, file.text)) return undefined;
  const state = found === undefined ? 'is missing' : 'is stale';
  return `${file.path} ${state}: refresh it with npm run generate`;
}

/** A checkout may have other line ends than ours and still hold the same text. */
function isSameText(left: string, right: string): boolean {
  return toPlainLineEnds(left) === toPlainLineEnds(right);
}

/** The text of a file of the checkout; the path is relative to its root. */
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
