import { toHash } from '../../kit/hash.ts';
import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { readPointer, toPointer } from '../../kit/json/json-pointer.ts';
import { type Diagnostic, hasErrors } from '../../model/diagnostic/diagnostic.ts';
import type { ExternalNames } from '../../model/manifest/external-name.ts';
import {
  type AccountDocument,
  type AccountEntry,
  type AddressNames,
  listObjectNames,
  type ManifestUses,
  type PlacedProviderRef,
  type RawDocument,
  toAccountEntry,
  toCopy,
  toNamedEntry,
} from '../../model/manifest/manifest.ts';
import type { ManifestDocument } from '../../model/manifest/manifest-document.ts';
import type { ObjectNames } from '../../model/manifest/selection.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { Files } from '../../model/ports.ts';
import { findRefPath } from '../../model/secret/secret-path.ts';
import { type CycleFileResult, loadCycleFile } from '../cycle-file/load-cycle-files.ts';
import { isRendered } from '../validate/layers/resolve-written.ts';
import { checkStepNames } from '../validate/names/check-step-names.ts';
import { mergeFindings } from '../validate/placeholders/merge-findings.ts';
import { checkAccountRefs, type OwnSources } from '../validate/references/check-account-refs.ts';
import { listRefs } from '../validate/references/list-refs.ts';
import { recordAccountNames } from '../validate/references/record-origin.ts';
import { schemas } from '../validate/schema/schemas.ts';
import {
  type AccountValidation,
  type InterpolatedManifest,
  type ManifestCheck,
  validateAccount,
} from '../validate/validate-account.ts';
import { listAddressNames } from './list-address-names.ts';

/** How the manifests of accounts are judged. */
type WalkContext = {
  readonly environments: KnownEnvironments | null;
  readonly own: OwnSources;
  /** Receives the external names of the accounts. */
  readonly names: ExternalNames;
  /** A further check; null if the project is invalid. */
  readonly judgeMore: ManifestCheck | null;
};

/** Parts of a document that its entry keeps, to load it again. */
export type Kept = 'document' | 'digest' | 'nothing';

/** A walk over the manifests of accounts, one after the other, which keeps their entries. */
export class AccountWalk {
  readonly accounts: AccountEntry[] = [];
  /** Accounts whose manifests have mistakes. */
  readonly faulty: AccountEntry[] = [];
  /** Keys that rules of the project can name: `connectors/KEY`, `cycles/KEY`. */
  readonly objects = new Set<string>();
  readonly #context: WalkContext;
  readonly #names = new Map<string, ObjectNames>();
  readonly #addressNames = new Map<string, AddressNames>();
  readonly #checkCycleFiles: ManifestCheck;

  constructor(files: Files, context: WalkContext) {
    this.#context = context;
    this.#checkCycleFiles = makeCycleFileCheck(files);
  }

  /** Validates the manifest of an account and adds its entry; returns its mistakes. */
  async add(raw: RawDocument, kept: Kept): Promise<readonly Diagnostic[]> {
    const { names, judgeMore } = this.#context;
    const checked = this.#check(raw);
    const { document, interpolated, diagnostics } = checked;
    if (document === null) {
      this.faulty.push(...toFaultyEntries(checked, raw));
      return diagnostics;
    }
    const mistakes = await this.#checkCycleFiles(interpolated);
    if (hasErrors(mistakes)) {
      this.faulty.push(toAccountEntry(document));
      return [...diagnostics, ...mistakes];
    }
    const more = judgeMore === null ? [] : await judgeMore(interpolated);
    for (const meaning of interpolated) recordAccountNames(names, meaning);
    for (const meaning of interpolated) this.#recordObjects(meaning.document);
    const entry = {
      ...toAccountEntry(document),
      ...this.#findObjectNames(interpolated),
      addressNames: this.#findAddressNames(interpolated),
      uses: listUses(raw, interpolated),
      ...(raw.layering === null ? {} : { layering: raw.layering }),
    };
    this.accounts.push(withDocument(entry, raw, kept));
    return [...diagnostics, ...mistakes, ...more];
  }

  /** Adds the entry of a manifest that cannot be validated: it still takes its name. */
  refuse(raw: RawDocument): void {
    const entry = toNamedEntry(raw);
    if (entry !== null) this.faulty.push(entry);
  }

  // Accounts of one integration share their names, because there may be thousands of them.
  #findObjectNames(
    meanings: readonly InterpolatedManifest[],
  ): Pick<AccountEntry, 'names' | 'namesIn'> {
    const found = meanings.map(({ document, environment }) => {
      const text = JSON.stringify(listObjectNames(document));
      const names: ObjectNames = this.#names.get(text) ?? JSON.parse(text);
      this.#names.set(text, names);
      return [environment ?? '', names] as const;
    });
    const names = found[0]?.[1];
    if (names === undefined) return {};
    const isSame = found.every(([, each]) => each === names);
    return isSame ? { names } : { names, namesIn: new Map(found) };
  }

  // Shared as those above.
  #findAddressNames(meanings: readonly InterpolatedManifest[]): AddressNames {
    const text = JSON.stringify(
      listAddressNames(meanings.map(({ document }) => document.written.spec)),
    );
    const names: AddressNames = this.#addressNames.get(text) ?? JSON.parse(text);
    this.#addressNames.set(text, names);
    return names;
  }

  #check(raw: RawDocument): AccountValidation {
    const { environments, own } = this.#context;
    const checked = validateAccount(raw, environments);
    const found = mergeFindings(
      listMeanings(checked).map(({ document, environment }) => ({
        environment,
        diagnostics: checkAccountRefs(document, own),
      })),
    );
    if (found.length === 0) return checked;
    return { ...checked, document: null, diagnostics: [...checked.diagnostics, ...found] };
  }

  #recordObjects({ written: { spec } }: AccountDocument): void {
    for (const section of ['connectors', 'cycles'] as const) {
      for (const key of Object.keys(spec[section] ?? {})) this.objects.add(`${section}/${key}`);
    }
  }
}

// Layers and conditions may differ between environments, and with them the references.
function listMeanings({ interpolated, rest }: AccountValidation): readonly InterpolatedManifest[] {
  if (interpolated.length > 0) return interpolated;
  return rest === null ? [] : [{ document: rest, environment: null }];
}

function withDocument(entry: AccountEntry, raw: RawDocument, kept: Kept): AccountEntry {
  if (kept === 'nothing') return entry;
  return kept === 'document' ? { ...entry, document: raw } : toDropped(entry, raw);
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

/** Checks the cycle files that manifests name, once each, and the steps that manifests name. */
function makeCycleFileCheck(files: Files): ManifestCheck {
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
  const others = listOtherLayers(raw);
  const cycleFiles = new Set<string>();
  const secretFiles = new Set<string>();
  const providerRefs: PlacedProviderRef[] = [];
  for (const { document, environment } of meanings) {
    const { spec } = document.written;
    for (const { from } of Object.values(spec.cycles ?? {})) {
      if ('file' in from) cycleFiles.add(from.file);
    }
    for (const { ref } of listRefs(schemas.Account, document.written)) {
      const path = findRefPath(ref);
      if (path !== null) secretFiles.add(path);
      // A copy, because a text that was cut from that of a file keeps the whole of it in memory.
      if ('provider' in ref) providerRefs.push({ environment, ref: toCopy(ref) });
    }
  }
  return {
    cycleFiles: [...cycleFiles],
    secretFiles: [...secretFiles],
    ...(providerRefs.length === 0 ? {} : { providerRefs }),
    variables: isRendered(raw) ? [...new Set([raw, ...others].flatMap(listVariables))] : [],
    ...(others.length === 0 ? {} : { layerFiles: others.map(({ file }) => file) }),
  };
}

function listOtherLayers({ layering }: RawDocument): readonly ManifestDocument<unknown>[] {
  if (layering === null) return [];
  const { blueprint, fleet } = layering;
  return [blueprint, blueprint.base, fleet].flatMap((each) => each?.document ?? []);
}

// Everything that looks like a variable, inside a placeholder or not.
function listVariables(document: ManifestDocument<unknown>): readonly string[] {
  const known = variables.get(document);
  if (known !== undefined) return known;
  const found = JSON.stringify(document.written).matchAll(/vars\.([a-zA-Z][a-zA-Z0-9]*)/g);
  const names = [...new Set([...found].flatMap(([, name]) => name ?? []))];
  variables.set(document, names);
  return names;
}

// Kept, because all accounts of a fleet have the same blueprint.
const variables = new WeakMap<ManifestDocument<unknown>, readonly string[]>();
