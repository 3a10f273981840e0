import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { Blueprint } from '../../model/manifest/blueprint.ts';
import { ExternalNames } from '../../model/manifest/external-name.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import type { ManifestIndex, ProjectDocument, RawDocument } from '../../model/manifest/manifest.ts';
import { blueprintFolder, fleetFolder, type Project } from '../../model/manifest/project.ts';
import { type KnownEnvironments, toVariables } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { listManifests } from '../load/list-manifests.ts';
import { loadDocuments, loadProject } from '../load/load-documents.ts';
import { resolveProject } from '../resolve/resolve-project.ts';
import {
  mergeAccountFindings,
  withAccountPlace,
} from '../validate/fleet/merge-account-findings.ts';
import { withBlueprint } from '../validate/fleet/with-blueprint.ts';
import {
  checkProjectRefs,
  listOwnSources,
  type OwnSources,
} from '../validate/references/check-account-refs.ts';
import { recordProjectNames } from '../validate/references/record-origin.ts';
import { checkRuleKeys } from '../validate/rules/names/check-drift-rules.ts';
import type { ManifestCheck } from '../validate/validate-account.ts';
import { validateIndex } from '../validate/validate-index.ts';
import { validateProject } from '../validate/validate-project.ts';
import { AccountWalk } from './account-walk.ts';
import type { IndexedFleets } from './index-fleets.ts';

/** The project, if it is readable, and the index of all manifests. */
export type IndexedProject = {
  readonly project: Project | null;
  readonly index: ManifestIndex;
  /** Valid blueprints by name. */
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  /** Valid fleets, also those whose tables have no rows. */
  readonly fleets: readonly Fleet[];
  /** External names of the manifests. */
  readonly names: ExternalNames;
};

/**
 * Maximum of manifest text, in UTF-16 units, whose documents are kept, because parsing is the
 * slowest part of a plan without changes. A document needs about six times its text, so about 6 MB.
 */
const maxCachedBytes = 2 ** 20;

/** How far a walk is: rows of tables come first, and then files, whose number is null until they are listed. */
export type Walked = {
  readonly rows: number;
  readonly read: number;
  readonly files: number | null;
};

/** Options of a walk through the manifests. */
export type IndexOptions = {
  /** Judges each account further, by the project; each is fine without it. */
  readonly makeCheck?: (project: Project) => Promise<ManifestCheck>;
  /** True if the documents are loaded afterwards, so that some are kept and others recognised. */
  readonly isReadAgain?: boolean;
  /** Selects files of accounts and tables by path; all by default. Names in the others are not known. */
  readonly isAsked?: (path: string) => boolean;
  /** Hears how far the walk is, which goes on when it has. */
  readonly onWalked?: (walked: Walked) => Promise<void>;
};

/**
 * Indexes cyclectl.yaml, then every manifest, one file at a time. Keeps the first documents, and
 * drops later ones after validation. Validates manifests also if cyclectl.yaml is invalid, so that
 * all mistakes are reported at once.
 */
export async function indexManifests(
  files: Files,
  options: IndexOptions = {},
): Promise<IndexedProject> {
  const { makeCheck = async () => async () => [], isReadAgain = true } = options;
  const { isAsked, onWalked } = options;
  const read = await readProject(files);
  const { isMissing, rest, project, environments, diagnostics, names, own } = read;
  if (isMissing) {
    const nothing = { accounts: [], refused: [], diagnostics };
    return { project, index: nothing, blueprints: new Map(), fleets: [], names };
  }
  const judgeMore = project === null ? null : await makeCheck(project);
  const walk = new AccountWalk(files, { environments, own, names, judgeMore });
  const found: Diagnostic[] = [...diagnostics];
  const fleets = await readFleets(files, environments);
  found.push(...(fleets?.diagnostics ?? []));
  const ofRows: (readonly Diagnostic[])[] = [];
  for (const { document, diagnostics } of fleets?.rows ?? []) {
    if (isAsked?.(document.file) === false) continue;
    const added = withAccountPlace(await walk.add(document, 'document'), document);
    ofRows.push([...diagnostics, ...added]);
    await onWalked?.({ rows: ofRows.length, read: 0, files: null });
  }
  found.push(...mergeAccountFindings(ofRows, 'row'));
  const listed = await listManifests(files, rest, fleets !== null);
  found.push(...listed.diagnostics);
  let kept = 0;
  const ofFiles: (readonly Diagnostic[])[] = [];
  const paths = listed.paths.filter((path) => isAsked?.(path) !== false);
  for (const [index, path] of paths.entries()) {
    await onWalked?.({ rows: ofRows.length, read: index, files: paths.length });
    const file = await loadDocuments(files, path);
    kept += file.size;
    ofFiles.push(file.diagnostics);
    const keeps = kept <= maxCachedBytes ? 'document' : 'digest';
    for (const raw of file.documents) {
      const { document, diagnostics } = withBlueprint(raw, fleets?.blueprints ?? new Map());
      ofFiles.push(diagnostics);
      if (document === null) walk.refuse(raw);
      else {
        const added = await walk.add(document, isReadAgain ? keeps : 'nothing');
        ofFiles.push(withAccountPlace(added, document));
      }
    }
  }
  found.push(...mergeAccountFindings(ofFiles, 'account'));
  const { accounts, faulty, objects } = walk;
  // A manifest with mistakes may have the object.
  const isWhole = isAsked === undefined && project !== null && rest !== null && !hasErrors(found);
  if (isWhole) found.push(...checkRuleKeys(rest, objects));
  const walked = { accounts, faulty, diagnostics: found };
  const index = validateIndex(walked, new Set(environments?.keys()));
  const { blueprints = new Map(), fleets: valid = [] } = fleets ?? {};
  return { project, index, blueprints, fleets: valid, names };
}

// Its code and packages are loaded where there are some, because many projects have none.
async function readFleets(
  files: Files,
  environments: KnownEnvironments | null,
): Promise<IndexedFleets | null> {
  for (const folder of [blueprintFolder, fleetFolder]) {
    if ((await files.listYaml(folder)) === null) continue;
    const { indexFleets } = await import('./index-fleets.ts');
    return indexFleets(files, environments);
  }
  return null;
}

/** cyclectl.yaml, as far as it is readable. */
type ReadProject = {
  readonly project: Project | null;
  readonly diagnostics: readonly Diagnostic[];
  /** True if the file is missing. */
  readonly isMissing: boolean;
  /** Its well-formed part. */
  readonly rest: ProjectDocument | null;
  /** Its environments, also those with mistakes; null if unknown. */
  readonly environments: KnownEnvironments | null;
  /** Its external names. */
  readonly names: ExternalNames;
  /** Sources that its environments sign in with and find their stores with. */
  readonly own: OwnSources;
};

/** Reads cyclectl.yaml alone: the project, or its mistakes. */
export async function readProject(files: Files): Promise<ReadProject> {
  const loaded = await loadProject(files);
  const names = new ExternalNames();
  if (loaded.document === null) {
    const isMissing = loaded.diagnostics.some(({ code }) => code === 'project-missing');
    const { diagnostics } = loaded;
    const nothing = { project: null, rest: null, environments: null, own: new Set<string>() };
    return { ...nothing, diagnostics, isMissing, names };
  }
  const { document, rest, diagnostics } = validateProject(loaded.document);
  const found = rest === null ? [] : checkProjectRefs(rest);
  if (document !== null) recordProjectNames(names, document);
  return {
    project: document === null || hasErrors(found) ? null : resolveProject(document),
    diagnostics: [...loaded.diagnostics, ...diagnostics, ...found],
    isMissing: false,
    rest,
    environments: readEnvironments(loaded.document, document !== null),
    names,
    own: rest === null ? new Set() : listOwnSources(rest),
  };
}

const location = ['spec', 'environments'];

// In an invalid file a missing key may be the mistake, so missing variables are not reported.
function readEnvironments(document: RawDocument, isSound: boolean): KnownEnvironments | null {
  const environments = readPointer(document.written, toPointer(location));
  if (typeof environments !== 'object' || environments === null) return null;
  const names = Object.keys(environments);
  return new Map(
    names.map((name) => {
      const isKnown = isSound || document.isWritten(toPointer([...location, name, 'variables']));
      return [name, { variables: isKnown ? toVariables(document, name) : null }];
    }),
  );
}
