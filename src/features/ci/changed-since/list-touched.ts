import { readProject } from '../../../engine/index/index-manifests.ts';
import { loadDocuments, loadProject } from '../../../engine/load/load-documents.ts';
import { listRefsAt } from '../../../engine/validate/references/list-refs.ts';
import { resolveDocument } from '../../../engine/validate/resolve-document.ts';
import { schemas } from '../../../engine/validate/schema/schemas.ts';
import { validateAccount } from '../../../engine/validate/validate-account.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { toMembers } from '../../../kit/json/json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { parseBlobPrefix, toBlobPrefix } from '../../../model/desired/cycle-file/cycle-file.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import {
  type AccountEntry,
  findIdInEnvironment,
  type RawDocument,
  toAccountEntry,
  toSelectable,
} from '../../../model/manifest/manifest.ts';
import { type Environment, projectFile } from '../../../model/manifest/project.ts';
import { isSelected, type Selection } from '../../../model/manifest/selection.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import type { AffectedAccounts } from '../../../model/report/untracked-accounts.ts';
import { findRefPath } from '../../../model/secret/secret-path.ts';
import type { FilesSince } from './files-since.ts';
import {
  type EarlierProject,
  hasChangedFleets,
  isSameRendered,
  openEarlier,
} from './open-earlier.ts';

/**
 * Accounts that a change of shared files affects: all, because of a file, or those that use some
 * variables.
 */
type Reach =
  | { readonly kind: 'all'; readonly file: string }
  | { readonly kind: 'variables'; readonly variables: ReadonlySet<string> };

const noAccounts: Reach = { kind: 'variables', variables: new Set() };

type Asked = {
  readonly files: Files;
  readonly environment: Environment;
  readonly environments: KnownEnvironments;
  /** Folders of manifests. */
  readonly folders: readonly string[];
  readonly selection: Selection;
  readonly entries: readonly AccountEntry[];
  /** All accounts of the manifests, selected or not. */
  readonly accounts: readonly AccountEntry[];
};

/**
 * Lists selected accounts affected since a commit: by their manifest, a file or variable that they
 * use, or shared files. Counts an account as affected where that is unknown.
 */
export async function listTouched(since: FilesSince, asked: Asked): Promise<AffectedAccounts> {
  const { files, environment, environments, entries, folders } = asked;
  const reach = await decideReach(since, files, environment);
  const blobs = new Set([...since.changed].flatMap((path) => parseBlobPrefix(path) ?? []));
  const isOfFleets = await hasChangedFleets(since, files, folders);
  const earlier = isOfFleets ? await openEarlier(since, files) : null;
  const now = { files, environment: environment.name, environments };
  const touched: AccountEntry[] = [];
  const untouched: AccountEntry[] = [];
  for (const entry of entries) {
    const how = classifyTouch(entry, { since, reach, blobs });
    const isSame =
      how === 'written' && earlier !== null && (await isSameRendered(earlier, now, entry));
    (how === 'no' || isSame ? untouched : touched).push(entry);
  }
  const restsOn = reach.kind === 'all' ? reach.file : null;
  return {
    entries: touched,
    untouched,
    note: { ref: since.ref, base: since.base, untouched: untouched.length, restsOn },
    diagnostics: await listGone(since, asked, earlier),
  };
}

/**
 * Classifies how a change affects an account: `written` if its manifest may come to the same, as it
 * is in files whose earlier texts are known.
 */
function classifyTouch(
  { file, uses }: AccountEntry,
  known: {
    readonly since: FilesSince;
    readonly reach: Reach;
    /** Prefixes of the names of changed blobs. */
    readonly blobs: ReadonlySet<string>;
  },
): 'no' | 'written' | 'yes' {
  const { since, reach, blobs } = known;
  if (reach.kind === 'all' || uses === undefined) return 'yes';
  const isTouched = (path: string) => since.isTouched(path) || !since.isKnown(path);
  const isUsed =
    uses.cycleFiles.some((path) => isTouched(path) || blobs.has(toBlobPrefix(path))) ||
    // Skips the check for tracking, because secret files are ignored by Git as they should be.
    uses.secretFiles.some((path) => since.isTouched(path));
  if (isUsed) return 'yes';
  const own = [file, ...(uses.layerFiles ?? [])];
  const isWritten = own.some(isTouched) || uses.variables.some((name) => reach.variables.has(name));
  if (!isWritten) return 'no';
  return [...own, projectFile].every(since.isExact) ? 'written' : 'yes';
}

/**
 * Finds the accounts affected by changes of cyclectl.yaml and the files that its environment names.
 * Returns all where the change is unknown or goes beyond variables and other environments.
 */
async function decideReach(
  since: FilesSince,
  files: Files,
  environment: Environment,
): Promise<Reach> {
  const { document } = await loadProject(files);
  if (document === null) return { kind: 'all', file: projectFile };
  const file = listShared(document, environment).find((path) => since.isTouched(path));
  if (file !== undefined) return { kind: 'all', file };
  if (!since.isTouched(projectFile) && since.isKnown(projectFile)) return noAccounts;
  const earlier = await readEarlier(since);
  if (earlier === null) return { kind: 'all', file: projectFile };
  return compare(earlier, document, environment.name);
}

// Includes the world of an embedded service, because it is the service itself.
function listShared(document: RawDocument, { name, service }: Environment): readonly string[] {
  const own = toPointer(['spec', 'environments', name]);
  const refs = listRefsAt(schemas.Project, readPointer(document.written, own), own);
  const secrets = refs.flatMap(({ ref }) => findRefPath(ref) ?? []);
  return service.kind === 'emulator' ? [service.worldFile, ...secrets] : secrets;
}

async function readEarlier(since: FilesSince): Promise<RawDocument | null> {
  const text = await since.readEarlier(projectFile);
  if (text === null) return null;
  const { document, diagnostics } = await loadProject(readOneText(text));
  return diagnostics.length > 0 ? null : document;
}

function compare(earlier: RawDocument, now: RawDocument, environment: string): Reach {
  const [before, after] = [split(earlier, environment), split(now, environment)];
  if (before.rest !== after.rest) return { kind: 'all', file: projectFile };
  const names = new Set([...before.variables.keys(), ...after.variables.keys()]);
  const isOther = (name: string) => before.variables.get(name) !== after.variables.get(name);
  return { kind: 'variables', variables: new Set([...names].filter(isOther)) };
}

/** Splits a project, for one environment, into its variables and the rest. */
function split({ written }: RawDocument, environment: string) {
  const at = ['spec', 'environments', environment];
  const { spec, ...project } = toMembers(written);
  const { environments: _, ...shared } = toMembers(spec);
  const { variables, ...own } = toMembers(readPointer(written, toPointer(at)));
  const entries = Object.entries(toMembers(variables));
  return {
    rest: formatCanonicalJson({ project, shared, own }),
    variables: new Map(entries.map(([name, value]) => [name, formatCanonicalJson(value)])),
  };
}

/** Makes a project folder in which every path has one text, as at an earlier commit. */
function readOneText(text: string): Files {
  return {
    // Drops the byte order mark, as a read of a file does.
    read: async () => ({ ok: true, text: text.startsWith('\ufeff') ? text.slice(1) : text }),
    listPassedOver: async () => [],
    listYaml: async () => null,
  };
}

/**
 * Lists accounts of an environment that manifests had at a commit and no longer have, under any
 * key.
 */
async function listGone(
  since: FilesSince,
  now: Omit<Asked, 'files' | 'environments' | 'entries'>,
  earlier: EarlierProject | null,
): Promise<readonly Diagnostic[]> {
  const { name } = now.environment;
  const here = now.accounts.filter((entry) => findIdInEnvironment(entry, name) !== null);
  const known = {
    keys: new Set(now.accounts.map(({ key }) => key)),
    // Matches by id too, because an account under another key is not gone.
    taken: new Set(here.flatMap((entry) => [entry.key, findIdInEnvironment(entry, name)])),
  };
  const gone = new Map<string, Diagnostic>();
  const before = earlier?.accounts.values() ?? (await listEarlier(since, now));
  for (const entry of before) {
    const id = findIdInEnvironment(entry, name);
    if (id === null || !isSelected(now.selection, toSelectable(entry, name))) continue;
    if (known.taken.has(entry.key) || known.taken.has(id)) continue;
    gone.set(entry.key, report(entry, since, known.keys.has(entry.key) ? name : null));
  }
  return [...gone.values()];
}

/** Lists the accounts of the manifest files that changed, as they were at the commit. */
async function listEarlier(
  since: FilesSince,
  { environment: { name }, folders }: Pick<Asked, 'environment' | 'folders'>,
): Promise<readonly AccountEntry[]> {
  const text = await since.readEarlier(projectFile);
  if (text === null) return [];
  const { project, environments } = await readProject(readOneText(text));
  const before = project?.folders ?? folders;
  const entries: AccountEntry[] = [];
  for (const { path, text } of await since.readEarlierManifests({ before, now: folders })) {
    for (const raw of (await loadDocuments(readOneText(text), path)).documents) {
      const { document } = validateAccount(raw, environments);
      if (document === null) continue;
      const meaning = environments === null ? document : resolveDocument(raw, name, environments);
      entries.push(toAccountEntry(meaning));
    }
  }
  return entries;
}

function report(
  { key, file }: AccountEntry,
  since: FilesSince,
  without: string | null,
): Diagnostic {
  const what =
    without === null
      ? `No manifest declares the account ${key} any more`
      : `The account ${key} has no id in ${without} any more`;
  return reportWarning('account-let-go', {
    summary: `${what}; ${file} declared it at ${since.base.slice(0, 12)}`,
    remedy: `apply leaves it in the service unchanged, and its cycles keep running. To delete it: cyclectl destroy ${key}`,
  });
}
