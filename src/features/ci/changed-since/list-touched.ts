import { parseBlobPrefix, toBlobPrefix } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { Selection } from '../../../model/manifest/selection.ts';
import type { Files } from '../../../model/ports.ts';
import type { AffectedAccounts } from '../../../model/report/untracked-accounts.ts';
import { decideReach, type Reach } from './decide-reach.ts';
import type { FilesSince } from './files-since.ts';
import { listGone } from './list-gone.ts';

/**
 * Lists selected accounts affected since a commit: by their manifest, a file or variable that they
 * use, or shared files. Counts an account as affected where that is unknown.
 */
export async function listTouched(
  since: FilesSince,
  asked: {
    readonly files: Files;
    readonly environment: Environment;
    /** Folders of manifests. */
    readonly folders: readonly string[];
    readonly selection: Selection;
    readonly entries: readonly AccountEntry[];
    /** All accounts of the manifests, selected or not. */
    readonly accounts: readonly AccountEntry[];
  },
): Promise<AffectedAccounts> {
  const { files, environment, entries } = asked;
  const reach = await decideReach(since, files, environment);
  const blobs = new Set([...since.changed].flatMap((path) => parseBlobPrefix(path) ?? []));
  const isTouched = (entry: AccountEntry) => isTouchedSince(entry, { since, reach, blobs });
  const touched = entries.filter(isTouched);
  const untouched = entries.filter((entry) => !isTouched(entry));
  const restsOn = reach.kind === 'all' ? reach.file : null;
  return {
    entries: touched,
    untouched,
    note: { ref: since.ref, base: since.base, untouched: untouched.length, restsOn },
    diagnostics: await listGone(since, asked),
  };
}

function isTouchedSince(
  { file, uses }: AccountEntry,
  known: {
    readonly since: FilesSince;
    readonly reach: Reach;
    /** Prefixes of the names of changed blobs. */
    readonly blobs: ReadonlySet<string>;
  },
): boolean {
  const { since, reach, blobs } = known;
  if (reach.kind === 'all' || uses === undefined) return true;
  const own = [file, ...uses.cycleFiles];
  return (
    own.some((path) => since.isTouched(path) || !since.isKnown(path)) ||
    uses.cycleFiles.some((path) => blobs.has(toBlobPrefix(path))) ||
    // Skips the check for tracking, because secret files are ignored by Git as they should be.
    uses.secretFiles.some((path) => since.isTouched(path)) ||
    uses.variables.some((name) => reach.variables.has(name))
  );
}
