import { closeSync, type Dirent, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { toFileError } from '../operational-error.ts';
import { isBeneath } from './inside-folder.ts';

/** Why a file has no text. */
export type ReadProblem =
  | 'missing'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'outside'
  | 'private'
  | 'unreadable';

/** `cause`: the error of the system, if the file is unreadable. */
export type NoReading = {
  readonly ok: false;
  readonly problem: ReadProblem;
  readonly cause?: unknown;
};

export type TextReading =
  /** `hasMark`: a byte order mark precedes the text, and is not part of it. */
  ({ readonly ok: true; readonly text: string; readonly hasMark?: true } & Linked) | NoReading;

export type BytesReading = ({ readonly ok: true; readonly bytes: Uint8Array } & Linked) | NoReading;

/** `isLinked`: the path leads through a link. */
type Linked = { readonly isLinked?: true };

/** A file that a list leaves out, and a reader may take for one of the list. */
export type SkippedFile = {
  readonly path: string;
  /** `name`: a file of another name, such as *.json and *.YML. */
  readonly why: 'link' | 'not-a-file' | 'name';
};

/** Some bytes of a file. */
export type FilePart = { readonly from: number; readonly bytes: number };

/** A folder that is read from. Paths are relative to it, with forward slashes. */
export type Folder = {
  /** UTF-8 text of at most 2 MiB, or of another bound; of a part alone, if the file has it. */
  read(path: string, mostBytes?: number, part?: FilePart): Promise<TextReading>;
  /** A file as bytes, of at most 2 MiB. */
  readBytes(path: string): Promise<BytesReading>;
  /**
   * The *.yaml and *.yml files below a folder, sorted; links are not followed. Null: no such
   * folder.
   */
  listYaml(path: string): Promise<readonly string[] | null>;
  /**
   * Paths that `listYaml` excludes, sorted: the folder itself behind a link, links, non-files with
   * such a name, and other spellings of JSON and YAML names. Dot files are not listed.
   */
  listPassedOver(path: string): Promise<readonly SkippedFile[]>;
};

const maxBytes = 2 * 1024 * 1024;

/** Where to read, and the names of folders that are not read from. */
type Root = { readonly folder: string; readonly hidden: readonly string[] };

/**
 * Opens a folder for reading. Refuses paths outside it, by `..` or by a link, and folders with one
 * of the `hidden` names; a file that grows beyond the bound is refused.
 */
export function openFolder(folder: string, hidden: readonly string[] = []): Folder {
  const root = { folder, hidden };
  return {
    read: async (path, mostBytes = maxBytes, part = undefined) => {
      // A walk over ten thousand files still hears signals and answers between two of them.
      await nextTurn();
      const reading = readBytes(root, path, { mostBytes, part });
      if (!reading.ok) return reading;
      const text = toText(reading.bytes);
      return text.ok && reading.isLinked ? { ...text, isLinked: true } : text;
    },
    readBytes: async (path) => readBytes(root, path, { mostBytes: maxBytes }),
    listYaml: (path) => listBeneath(folder, path),
    listPassedOver: (path) => listSkipped(folder, path),
  };
}

// Without the thread pool: a small file on a disk is read in less time than one hop there and back takes,
// and there would be seven of them.
function readBytes(
  root: Root,
  path: string,
  { mostBytes, part }: { readonly mostBytes: number; readonly part?: FilePart | undefined },
): BytesReading {
  try {
    const located = locate(root.folder, path);
    if (located === null) return { ok: false, problem: 'outside' };
    const { location, isLinked } = located;
    if (isHidden(root, [resolve(root.folder, path), location]))
      return { ok: false, problem: 'private' };
    const found = statSync(location);
    if (!found.isFile()) return { ok: false, problem: 'not-a-file' };
    if (found.size > mostBytes) return { ok: false, problem: 'too-large' };
    const linked: Linked = isLinked ? { isLinked } : {};
    if (part !== undefined) return { ok: true, bytes: readPart(location, part), ...linked };
    const bytes = readBounded(location, found.size, mostBytes);
    if (bytes.length > mostBytes) return { ok: false, problem: 'too-large' };
    return { ok: true, bytes, ...linked };
  } catch (error) {
    const problem = toReadProblem(error);
    return { ok: false, problem, ...(problem === 'unreadable' ? { cause: error } : {}) };
  }
}

// The buffer is as large as the file: one of the full bound for each file costs more than all parsing.
function readBounded(location: string, size: number, mostBytes: number): Buffer {
  const file = openSync(location, 'r');
  try {
    let buffer = Buffer.alloc(size + 1);
    let length = 0;
    for (;;) {
      const bytesRead = readSync(file, buffer, length, buffer.length - length, null);
      length += bytesRead;
      if (bytesRead === 0 || length > mostBytes) return buffer.subarray(0, length);
      if (length < buffer.length) continue;
      const more = Math.min(buffer.length, mostBytes + 1 - length);
      buffer = Buffer.concat([buffer, Buffer.alloc(more)]);
    }
  } finally {
    closeSync(file);
  }
}

function readPart(location: string, { from, bytes }: FilePart): Buffer {
  const file = openSync(location, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    let length = 0;
    for (;;) {
      const bytesRead = readSync(file, buffer, length, bytes - length, from + length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes) return buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** Decodes UTF-8 text without its byte order mark. */
export function toText(bytes: Uint8Array): TextReading {
  if (bytes.includes(0)) return { ok: false, problem: 'binary' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const hasMark = byteOrderMark.every((byte, index) => bytes[index] === byte);
    return { ok: true, text, ...(hasMark ? { hasMark } : {}) };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, problem: 'binary' };
    throw error;
  }
}

// A link may have another name than the folder that it leads to. Some disks make no difference of capitals.
function isHidden(
  { folder, hidden }: Root,
  [wanted, location]: readonly [string, string],
): boolean {
  if (hidden.length === 0) return false;
  const ways = [relative(resolve(folder), wanted), relative(realpathSync.native(folder), location)];
  return ways.some((way) => way.split(sep).some((name) => hidden.includes(name.toLowerCase())));
}

/** The real place of a path, without links; null when that is not inside the root. */
function locate(
  root: string,
  path: string,
): { readonly location: string; readonly isLinked: boolean } | null {
  if (path.includes('\0')) return null;
  const [realRoot, wanted] = [realpathSync.native(root), resolve(root, path)];
  if (!isBeneath(resolve(root), wanted)) return null;
  const location = realpathSync.native(wanted);
  if (!isBeneath(realRoot, location)) return null;
  return { location, isLinked: location !== join(realRoot, relative(resolve(root), wanted)) };
}

async function listBeneath(root: string, path: string): Promise<readonly string[] | null> {
  const top = findPlainFolder(root, path);
  if (top === null) return null;
  const paths = await listFiles(top);
  return paths
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => toRelative(resolve(root), file))
    .sort();
}

// One folder at a time, because the recursive `readdir` of newer Nodes follows links.
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readFolder(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await listFiles(path)));
    else if (entry.isFile()) files.push(path);
  }
  return files;
}

async function listSkipped(root: string, path: string): Promise<readonly SkippedFile[]> {
  const top = findPlainFolder(root, path);
  if (top === null) return isBehindLink(root, path) ? [{ path, why: 'link' }] : [];
  const found = await listSkippedFiles(top);
  return found
    .map((each) => ({ ...each, path: toRelative(resolve(root), each.path) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
}

async function listSkippedFiles(folder: string): Promise<SkippedFile[]> {
  const found: SkippedFile[] = [];
  for (const entry of await readFolder(folder)) {
    // Editors make links with a dot for their locks, and modules are no part of a project.
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const beneath = await listSkippedFiles(path);
      found.push(...beneath);
      const isEmpty = yamlName.test(entry.name) && (await listFiles(path)).length === 0;
      if (isEmpty && beneath.length === 0) found.push({ path, why: 'not-a-file' });
      continue;
    }
    const why = classifySkipped(entry, path);
    if (why !== null) found.push({ path, why });
  }
  return found;
}

const yamlName = /\.ya?ml$/i;

function classifySkipped(entry: Dirent, path: string): SkippedFile['why'] | null {
  const isYaml = yamlName.test(entry.name);
  const isJson = /\.json$/i.test(entry.name);
  if (entry.isSymbolicLink() && (isYaml || isFolder(path))) return 'link';
  // The target of such a link may be a cycle file, or a manifest.
  if (entry.isSymbolicLink()) return isJson ? 'name' : null;
  if (!entry.isFile()) return isYaml ? 'not-a-file' : null;
  const isTaken = /\.ya?ml$/.test(entry.name);
  return !isTaken && (isYaml || isJson) ? 'name' : null;
}

function isBehindLink(root: string, path: string): boolean {
  const isInside = !toRelative(resolve(root), resolve(root, path)).startsWith('..');
  return isInside && isFolder(resolve(root, path));
}

// A circular or unreadable link is not a folder.
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A folder below the root that is reached without a link, or null. */
function findPlainFolder(root: string, path: string): string | null {
  const wanted = resolve(root, path);
  try {
    const found = locate(root, path);
    if (found === null || found.isLinked || !statSync(found.location).isDirectory()) return null;
    return wanted;
  } catch (error) {
    const isLoop = error instanceof Error && 'code' in error && error.code === 'ELOOP';
    if (isLoop || toReadProblem(error) === 'missing') return null;
    throw toFileError('read', path, error);
  }
}

// An account must not go from Git because its folder cannot be read: that is no empty folder.
async function readFolder(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw toFileError('read', folder, error);
  }
}

function toRelative(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function toReadProblem(error: unknown): ReadProblem {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'missing';
  if (code === 'EISDIR') return 'not-a-file';
  return 'unreadable';
}
