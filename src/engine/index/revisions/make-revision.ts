import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { toMembers } from '../../../kit/json/json.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { Files } from '../../../model/ports.ts';
import type { Revision, RevisionDigest } from '../../../model/state/revision.ts';

/** Parts of a fleet that its revision consists of. */
export type RevisionSource = Pick<Fleet, 'name' | 'blueprint' | 'segments'>;

/**
 * Makes the revision of a fleet as it is written now. Throws `OperationalError` if a file changed
 * since the fleet was read.
 */
export async function makeRevision(files: Files, fleet: Fleet): Promise<Revision> {
  const cycleFiles = await readAll(files, listCycleFiles(fleet));
  const { blueprint, document } = fleet;
  const documents = [blueprint.document, blueprint.base?.document ?? null, document];
  const paths = documents.flatMap((each) => each?.file ?? []);
  return {
    digest: toDigest(fleet, cycleFiles),
    fleet: fleet.name,
    blueprint: blueprint.name,
    files: { ...cycleFiles, ...(await readAll(files, paths)) },
  };
}

/** Digest of what the accounts of a fleet have in common. */
export function toDigest(
  { name, blueprint, segments }: RevisionSource,
  cycleFiles: Readonly<Record<string, string>>,
): RevisionDigest {
  const content = {
    fleet: name,
    blueprint: blueprint.document.written,
    base: blueprint.base?.document.written ?? null,
    segments: Object.fromEntries(segments.map(({ name, match, set }) => [name, { match, set }])),
    cycleFiles,
  };
  return toHash(formatCanonicalJson(content));
}

/**
 * Lists the cycle files that blueprint, base and segments name, sorted. A path with a placeholder is the
 * choice of a row, and the file is used as it is now.
 */
export function listCycleFiles({ blueprint, segments }: RevisionSource): readonly string[] {
  const { base, document } = blueprint;
  const specs = [document.written.spec, ...(base === null ? [] : [base.document.written.spec])];
  const patches = [
    ...specs,
    ...specs.flatMap(({ environments = {} }) => Object.values(environments)),
    ...segments.map(({ set }) => set),
  ];
  const paths = patches.flatMap(({ cycles }) =>
    Object.values(toMembers(cycles)).flatMap((cycle) => {
      const { file } = toMembers(toMembers(cycle).from);
      return typeof file === 'string' && !file.includes('${') ? [file] : [];
    }),
  );
  return [...new Set(paths)].sort();
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
