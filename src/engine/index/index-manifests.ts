import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import { ExternalNames } from '../../model/manifest/external-name.ts';
import {
  type AccountDocument,
  type AccountEntry,
  type ManifestIndex,
  type ManifestUses,
  type ProjectDocument,
  type RawDocument,
  toAccountEntry,
  toNamedEntry,
} from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import { type KnownEnvironments, toVariables } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { findRefPath } from '../../model/secret/secret-path.ts';
import { type CycleFileResult, loadCycleFile } from '../cycle-file/load-cycle-files.ts';
import { listManifests } from '../load/list-manifests.ts';
import { loadDocuments, loadProject } from '../load/load-documents.ts';
import { resolveProject } from '../resolve/resolve-project.ts';
import { checkStepNames } from '../validate/names/check-step-names.ts';
import { mergeFindings } from '../validate/placeholders/merge-findings.ts';
import { hasPlaceholders } from '../validate/placeholders/resolve-account-placeholders.ts';
import {
  checkAccountRefs,
  checkProjectRefs,
  listOwnSources,
  type OwnSources,
} from '../validate/references/check-account-refs.ts';
import { listRefs } from '../validate/references/list-refs.ts';
import { recordAccountNames, recordProjectNames } from '../validate/references/record-origin.ts';
import { checkRuleKeys } from '../validate/rules/names/check-drift-rules.ts';
import {
  type AccountValidation,
  type InterpolatedManifest,
  type ManifestCheck,
  validateAccount,
} from '../validate/validate-account.ts';
import { validateIndex } from '../validate/validate-index.ts';
import { validateProject } from '../validate/validate-project.ts';

/** The project, if it is readable, and the index of all manifests. */
export type IndexedProject = {
  readonly project: Project | null;
  readonly index: ManifestIndex;
  /** External names of the manifests. */
  readonly names: ExternalNames;
};

/**
 * Maximum of manifest text, in UTF-16 units, whose documents are kept, because parsing is the
 * slowest part of a plan without changes. A document needs about six times its text, so about 6 MB.
 */
const maxCachedBytes = 2 ** 20;

/** Options of a walk through the manifests. */
export type IndexOptions = {
  /** Judges each account further, by the project; each is fine without it. */
  readonly makeCheck?: (project: Project) => Promise<ManifestCheck>;
  /** True if the documents are loaded afterwards, so that some are kept and others recognised. */
  readonly isReadAgain?: boolean;
};

/**
 * Indexes cyclectl.yaml, then every manifest, one file at a time. Keeps the first documents, and
 * drops later ones after validation. Validates manifests also if cyclectl.yaml is invalid, so that
 * all mistakes are reported at once.
 */
export async function indexManifests(
  files: Files,
  { makeCheck = async () => async () => [], isReadAgain = true }: IndexOptions = {},
): Promise<IndexedProject> {
  const read = await readProject(files);
  const { isMissing, rest, project, environments, diagnostics, names, own } = read;
  if (isMissing) return { project, index: { accounts: [], refused: [], diagnostics }, names };
  const listed = await listManifests(files, rest);
  const accounts: AccountEntry[] = [];
  const faulty: AccountEntry[] = [];
  const found: Diagnostic[] = [...diagnostics, ...listed.diagnostics];
  const judgeCycles = makeCycleFileCheck(files);
  const judgeMore = project === null ? null : await makeCheck(project);
  const objects = new Set<string>();
  let kept = 0;
  for (const path of listed.paths) {
    const file = await loadDocuments(files, path);
    kept += file.size;
    found.push(...file.diagnostics);
    for (const raw of file.documents) {
      const checked = checkAccount(raw, environments, own);
      found.push(...checked.diagnostics);
      if (checked.document === null) {
        faulty.push(...toFaultyEntries(checked, raw));
        continue;
      }
      const mistakes = await judgeCycles(checked.interpolated);
      found.push(...mistakes);
      if (hasErrors(mistakes)) {
        faulty.push(toAccountEntry(checked.document));
        continue;
      }
      if (judgeMore !== null) found.push(...(await judgeMore(checked.interpolated)));
      for (const meaning of checked.interpolated) recordAccountNames(names, meaning);
      recordObjects(objects, checked.document);
      const uses = listUses(raw, checked.interpolated);
      const entry = { ...toAccountEntry(checked.document), uses };
      if (!isReadAgain) accounts.push(entry);
      else
        accounts.push(kept <= maxCachedBytes ? { ...entry, document: raw } : toDropped(entry, raw));
    }
  }
  // A manifest with mistakes may have the object.
  const isWhole = project !== null && rest !== null && !hasErrors(found);
  if (isWhole) found.push(...checkRuleKeys(rest, objects));
  const walked = { accounts, faulty, diagnostics: found };
  return { project, index: validateIndex(walked, new Set(environments?.keys())), names };
}

// Keys that rules of the project can name.
function recordObjects(objects: Set<string>, { written: { spec } }: AccountDocument): void {
  for (const section of ['connectors', 'cycles'] as const) {
    for (const key of Object.keys(spec[section] ?? {})) objects.add(`${section}/${key}`);
  }
}

function checkAccount(
  raw: RawDocument,
  environments: KnownEnvironments | null,
  own: OwnSources,
): AccountValidation {
  const checked = validateAccount(raw, environments);
  const found = checked.rest === null ? [] : checkAccountRefs(checked.rest, own);
  if (found.length === 0) return checked;
  return { ...checked, document: null, diagnostics: [...checked.diagnostics, ...found] };
}

// A document that is loaded again must equal the validated one, in its rules and its external
// names.
function toDropped(entry: AccountEntry, { written, part }: RawDocument): AccountEntry {
  const digest = toHash(formatCanonicalJson(written));
  return { ...entry, digest, ...(part === null ? {} : { part }) };
}

/** A manifest with errors still takes its name and id, as far as they are readable. */
function toFaultyEntries({ rest }: AccountValidation, raw: RawDocument): AccountEntry[] {
  if (rest !== null) return hasName(rest) ? [toAccountEntry(rest)] : [];
  const entry = toNamedEntry(raw);
  return entry === null ? [] : [entry];
}

// The name of a manifest may be its mistake.
function hasName({ written }: AccountDocument): boolean {
  return readPointer(written, '/metadata/name') !== undefined;
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

/** Checks the cycle files that manifests name, once each, and the steps that manifests name. */
function makeCycleFileCheck(
  files: Files,
): (meanings: readonly InterpolatedManifest[]) => Promise<readonly Diagnostic[]> {
  const found = new Map<string, Promise<CycleFileResult>>();
  const check = async (document: AccountDocument) => {
    const ofFiles: Diagnostic[] = [];
    const ofSteps: Diagnostic[] = [];
    for (const [key, { from }] of Object.entries(document.written.spec.cycles ?? {})) {
      if (!('file' in from)) continue;
      const at = document.spanOf(toPointer(['spec', 'cycles', key, 'from', 'file']));
      const known = found.get(from.file);
      const asked = known ?? loadCycleFile(files, from.file, at);
      found.set(from.file, asked);
      const { loaded, diagnostics } = await asked;
      // Reports the mistakes of a file once, also if several entries name it.
      if (known === undefined) ofFiles.push(...diagnostics);
      if (loaded !== null) ofSteps.push(...checkStepNames(document, key, loaded));
    }
    return { ofFiles, ofSteps };
  };
  return async (meanings) => {
    const mistakes: Diagnostic[] = [];
    const findings = [];
    for (const { document, environment } of meanings) {
      const { ofFiles, ofSteps } = await check(document);
      mistakes.push(...ofFiles);
      findings.push({ environment, diagnostics: ofSteps });
    }
    return [...mistakes, ...mergeFindings(findings)];
  };
}

/**
 * Lists the cycle files, secret files and variables that a manifest uses in any environment; may
 * list more than it uses, never less.
 */
function listUses(raw: RawDocument, meanings: readonly InterpolatedManifest[]): ManifestUses {
  const cycleFiles = new Set<string>();
  const secretFiles = new Set<string>();
  for (const { document } of meanings) {
    const { spec } = document.written;
    for (const { from } of Object.values(spec.cycles ?? {})) {
      if ('file' in from) cycleFiles.add(from.file);
    }
    for (const { ref } of listRefs('Account', spec, '/spec')) {
      const path = findRefPath(ref);
      if (path !== null) secretFiles.add(path);
    }
  }
  return {
    cycleFiles: [...cycleFiles],
    secretFiles: [...secretFiles],
    variables: hasPlaceholders(raw.written) ? listVariables(raw.written) : [],
  };
}

// Everything that looks like a variable, inside a placeholder or not.
function listVariables(written: unknown): readonly string[] {
  const found = JSON.stringify(written).matchAll(/vars\.([a-zA-Z][a-zA-Z0-9]*)/g);
  return [...new Set([...found].flatMap(([, name]) => name ?? []))];
}
