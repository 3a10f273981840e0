import { join } from 'node:path';
import { openFolder } from '../../../kit/files/folder.ts';
import { findStats } from '../../../kit/files/read-text.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isJsonObject, parseJsonText } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { FileAddition, FileResult, ScaffoldFile } from './scaffold.ts';

/** Existing file, with its missing part. */
type CompletedText = {
  /** New text; null when nothing is missing, or only a person can add it. */
  readonly text: string | null;
  /** Missing part as written there; null when nothing is missing. */
  readonly adds: string | null;
};

/** File with its change; null writes nothing. */
export type PlannedFile = FileResult & { readonly write: PlannedWrite | null };

export type PlannedWrite = {
  readonly text: string;
  /** Current content to restore; null when the file is new. */
  readonly before: { readonly text: string; readonly mode: number } | null;
};

/**
 * Plans each file of a new project in a folder that may not exist yet. Overwrites nothing, and
 * refuses links, because a branch can contain them. Throws `OperationalError`.
 */
export async function makeFilesPlan(
  directory: string,
  files: readonly ScaffoldFile[],
): Promise<readonly PlannedFile[]> {
  const places: PlannedFile[] = [];
  for (const file of files) places.push(await planFile(directory, file));
  return places;
}

async function planFile(
  directory: string,
  { path, text, adds }: ScaffoldFile,
): Promise<PlannedFile> {
  const present = await readPresentFile(directory, path);
  if (present === null) return { path, did: 'written', adds: null, write: { text, before: null } };
  if (adds === undefined) return { path, did: 'kept', adds: null, write: null };
  const { text: completed, adds: lacking } = addMissingParts(present.text, adds);
  if (present.text === null || completed === null)
    return { path, did: 'kept', adds: lacking, write: null };
  const before = { text: present.text, mode: present.mode };
  return { path, did: 'completed', adds: lacking, write: { text: completed, before } };
}

/** File that is there; `text` is null for a link, a folder or binary data. */
export type PresentFile = { readonly text: string | null; readonly mode: number };

/** Reads a file of a project; null if there is none. Refuses folders that are links. Throws `OperationalError`. */
export async function readPresentFile(
  directory: string,
  path: string,
): Promise<PresentFile | null> {
  await checkNoLinkedFolders(directory, path);
  const found = await findStats(join(directory, path));
  if (found === null) return null;
  const text = found.isFile() ? await readWhole(directory, path) : null;
  return { text, mode: found.mode & 0o777 };
}

async function checkNoLinkedFolders(directory: string, path: string): Promise<void> {
  const names = path.split('/').slice(0, -1);
  for (const [index] of names.entries()) {
    const folder = names.slice(0, index + 1).join('/');
    const found = await findStats(join(directory, folder));
    if (found === null) return;
    if (found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a link' : 'not a folder';
    throw new OperationalError(
      `${toVisible(join(directory, folder))} is ${what}; init needs it for ${path}`,
      {
        remedy: 'Move it away, or pass another folder with -C.',
      },
    );
  }
}

// Reads every byte, because untouched parts must stay the same; null when it is not such a text.
async function readWhole(directory: string, path: string): Promise<string | null> {
  const reading = await openFolder(directory).readBytes(path);
  if (!reading.ok || reading.bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(reading.bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Adds the missing part of a file if nothing else changes; null for a file that is not text. */
function addMissingParts(text: string | null, addition: FileAddition): CompletedText {
  if (addition.kind === 'ignored') {
    if (text === null) return { text, adds: addition.lines.join(' ') };
    const { text: completed, added } = addIgnored(text, addition.lines);
    return added.length === 0
      ? { text: null, adds: null }
      : { text: completed, adds: added.join(' ') };
  }
  const { name, value } = addition;
  const adds = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const completed = text === null ? null : addJsonProperty(text, name, value);
  return completed === text && text !== null
    ? { text: null, adds: null }
    : { text: completed, adds };
}

/**
 * Appends missing lines to a .gitignore, in its own line ends. Ignores slashes around a line in the
 * comparison.
 */
export function addIgnored(
  text: string,
  lines: readonly string[],
): { readonly text: string; readonly added: readonly string[] } {
  const known = new Set(text.split('\n').map(toBare));
  const added = lines.filter((line) => !known.has(toBare(line)));
  if (added.length === 0) return { text, added };
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  return { text: `${text}${gap}${added.map((line) => `${line}${end}`).join('')}`, added };
}

// Counts a byte order mark as a space, as `trim` does.
function toBare(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}

/**
 * Appends a property to the text of a JSON object and keeps every other byte. Unchanged if it has
 * that value already; null if it has another value, or the text is not JSON.
 */
export function addJsonProperty(text: string, name: string, value: unknown): string | null {
  const object = parseJsonText(text);
  if (!isJsonObject(object)) return null;
  if (Object.hasOwn(object, name)) return isSameJson(object[name], value) ? text : null;
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const step = /\n([ \t]{1,10})"/.exec(text)?.[1] ?? '  ';
  const property = JSON.stringify({ [name]: value }, null, step)
    .split('\n')
    .slice(1, -1);
  const close = text.lastIndexOf('}');
  const head = text.slice(0, close).trimEnd();
  const comma = Object.keys(object).length === 0 ? '' : ',';
  return `${head}${comma}${end}${property.join(end)}${end}${text.slice(close)}`;
}
