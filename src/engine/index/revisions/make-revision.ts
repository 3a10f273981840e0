import { OperationalError } from '../../../kit/operational-error.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { Files } from '../../../model/ports.ts';
import type { Revision, RevisionDigest } from '../../../model/state/revision.ts';
import { listCycleFiles, readDigest, toDigest } from './read-digest.ts';

/**
 * Makes the revision of a fleet as it is written now, of files that were read as one whole: its texts give
 * its digest. Throws `OperationalError` if one changed since the fleet was read.
 */
export async function makeRevision(files: Files, fleet: Fleet): Promise<Revision> {
  const cycleFiles = await readAll(files, listCycleFiles(fleet));
  const { blueprint, document } = fleet;
  const documents = [blueprint.document, blueprint.base?.document ?? null, document];
  const texts = await readAll(
    files,
    documents.flatMap((each) => each?.file ?? []),
  );
  const read = {
    fleet: fleet.name,
    blueprint: blueprint.name,
    files: { ...cycleFiles, ...texts },
  };
  const digest = toDigest(fleet, cycleFiles);
  if (readDigest(read) === digest) return { digest, ...read };
  throw new OperationalError(
    `a file of the fleet ${fleet.name} changed while cyclectl was running: ${Object.keys(texts).join(' or ')}`,
    { remedy: 'Run the command again when nothing writes to them.' },
  );
}

/** Makes the digest of the revision of a fleet as it is written now. */
export async function makeNewestDigest(files: Files, fleet: Fleet): Promise<RevisionDigest> {
  return toDigest(fleet, await readAll(files, listCycleFiles(fleet)));
}

async function readAll(
  files: Files,
  paths: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const reading = await files.read(path);
    if (!reading.ok) {
      throw new OperationalError(`the file ${path} of the fleet cannot be read`, {
        remedy: 'Run cyclectl validate to see why.',
      });
    }
    texts[path] = reading.text;
  }
  return texts;
}
