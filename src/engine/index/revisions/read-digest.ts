import { toHash } from '../../../kit/hash.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { toMembers } from '../../../kit/json/json.ts';
import { readPointer } from '../../../kit/json/json-pointer.ts';
import type { WrittenBlueprint } from '../../../model/manifest/blueprint.ts';
import type { Segment, WrittenFleet } from '../../../model/manifest/layers.ts';
import type { Revision, RevisionDigest } from '../../../model/state/revision.ts';
import { parseDocuments } from '../../load/parse-documents.ts';

type PlacedBlueprint = { readonly document: { readonly written: WrittenBlueprint } };

/** Parts of a fleet that its revision consists of, as they are written. */
export type RevisionParts = {
  readonly name: string;
  readonly blueprint: PlacedBlueprint & { readonly base: PlacedBlueprint | null };
  readonly segments: readonly Pick<Segment, 'name' | 'match' | 'set'>[];
};

/** Digest of what the accounts of a fleet have in common. */
export function toDigest(
  { name, blueprint, segments }: RevisionParts,
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
export function listCycleFiles({ blueprint, segments }: RevisionParts): readonly string[] {
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

/** Selects the texts of the cycle files of a revision. */
export function selectCycleFiles(
  parts: RevisionParts,
  texts: Revision['files'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(listCycleFiles(parts).map((path) => [path, texts[path] ?? '']));
}

/** Reads the digest that the texts of a revision give; null if its fleet or blueprint is not among them. */
export function readDigest(revision: Omit<Revision, 'digest'>): RevisionDigest | null {
  const parts = readParts(revision);
  return parts === null ? null : toDigest(parts, selectCycleFiles(parts, revision.files));
}

function readParts({
  fleet,
  blueprint,
  files,
}: Pick<Revision, 'fleet' | 'blueprint' | 'files'>): RevisionParts | null {
  const documents = Object.entries(files).flatMap(([path, text]) =>
    /\.ya?ml$/.test(path) ? parseDocuments(path, text).documents : [],
  );
  const find = <T>(kind: string, name: string) =>
    documents.find(
      ({ written }) =>
        readPointer(written, '/kind') === kind && readPointer(written, '/metadata/name') === name,
    )?.written as T | undefined;
  const written = find<WrittenFleet>('Fleet', fleet);
  const own = find<WrittenBlueprint>('Blueprint', blueprint);
  if (written?.spec === undefined || own?.spec === undefined) return null;
  const base = find<WrittenBlueprint>('Blueprint', own.spec.base ?? '');
  return {
    name: fleet,
    blueprint: {
      document: { written: own },
      base: base === undefined ? null : { document: { written: base } },
    },
    segments: Object.entries(written.spec.segments ?? {}).map(([name, each]) => ({
      ...each,
      name,
    })),
  };
}
