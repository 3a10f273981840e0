import { parseBlobPrefix, toBlobPrefix } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { Selection } from '../../../model/manifest/selection.ts';
import type { Files } from '../../../model/ports.ts';
import type { AffectedAccounts } from '../../../model/report/affected-accounts.ts';
import { decideReach, type Reach } from './decide-reach.ts';
import type { FilesSince } from './files-since.ts';
import { listGone } from './list-gone.ts';

/**
 * Which of the selected accounts were touched since a commit: their manifest, a file that it names, a variable that it
 * uses, or what all rest on. Where nobody can tell, an account counts as touched.
 */
export async function listTouched(
  since: FilesSince,
  asked: {
    readonly files: Files;
    readonly environment: Environment;
    /** The folders of manifests. */
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
    /** What the names of blobs that changed begin with. */
    readonly blobs: ReadonlySet<string>;
  },
): boolean {
  const { since, reach, blobs } = known;
  if (reach.kind === 'all' || uses === undefined) return true;
  const own = [file, ...uses.cycleFiles];
  return (
    own.some((path) => since.isTouched(path) || !since.isKnown(path)) ||
    uses.cycleFiles.some((path) => blobs.has(toBlobPrefix(path))) ||
    // Of one that Git ignores, as it should, no commit says anything.
    uses.secretFiles.some((path) => since.isTouched(path)) ||
    uses.variables.some((name) => reach.variables.has(name))
  );
}
