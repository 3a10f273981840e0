import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { AdmittedDocument, RevisionFinder } from '../../../model/manifest/revision-finder.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import {
  type Admissions,
  formatRevision,
  type RevisionDigest,
} from '../../../model/state/revision.ts';
import type { RevisionReader } from '../../../model/state/rollout.ts';
import { makeNewestDigest } from './make-revision.ts';
import type { OpenedRevision } from './open-revision.ts';

/** Revisions that accounts are on, of fleets that have a rollout; all others are on the newest. */
export class Revisions implements RevisionFinder {
  readonly #store: RevisionReader;
  readonly #files: Files;
  readonly #ofFleet: ReadonlyMap<string, RevisionDigest>;
  readonly #ofAccount: ReadonlyMap<string, Admissions['accounts'][number]>;
  readonly #newest = new Map<Fleet, Promise<RevisionDigest>>();
  readonly #opened = new Map<string, Promise<OpenedRevision>>();

  constructor(files: Files, store: RevisionReader, { fleets, accounts }: Admissions) {
    this.#files = files;
    this.#store = store;
    this.#ofFleet = new Map(fleets.map(({ fleet, revision }) => [fleet, revision]));
    this.#ofAccount = new Map(accounts.map((each) => [each.account, each]));
  }

  findDigest({ key, layering }: AccountEntry): RevisionDigest | null {
    const name = layering?.fleet?.name;
    if (name === undefined) return null;
    const own = this.#ofAccount.get(key);
    return own?.fleet === name ? own.revision : (this.#ofFleet.get(name) ?? null);
  }

  /** Returns whether all accounts of a fleet are on the revision of the fleet. */
  isSettled(fleet: string): boolean {
    return [...this.#ofAccount.values()].every((each) => each.fleet !== fleet);
  }

  isWaiting(entry: AccountEntry): boolean {
    return findRolledOut(entry) !== null && this.findDigest(entry) === null;
  }

  readNewest(fleet: Fleet): Promise<RevisionDigest> {
    const known = this.#newest.get(fleet);
    if (known !== undefined) return known;
    const found = makeNewestDigest(this.#files, fleet);
    this.#newest.set(fleet, found);
    return found;
  }

  async findAdmitted(
    entry: AccountEntry,
    environments: KnownEnvironments,
  ): Promise<AdmittedDocument | null> {
    const fleet = findRolledOut(entry);
    const digest = this.findDigest(entry);
    const row = entry.layering?.row;
    if (fleet === null || digest === null || row === undefined) return null;
    if (digest === (await this.readNewest(fleet))) return null;
    const opened = await this.#open(digest, fleet, environments);
    if ('diagnostics' in opened) return { document: null, ...opened, files: this.#files };
    const { document, diagnostics } = opened.readRow(row);
    return {
      document: hasErrors(diagnostics) ? null : document,
      diagnostics,
      files: opened.files,
    };
  }

  #open(
    digest: RevisionDigest,
    fleet: Fleet,
    environments: KnownEnvironments,
  ): Promise<OpenedRevision> {
    const key = `${fleet.name} ${digest}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = this.#read(digest, fleet, environments);
    this.#opened.set(key, opened);
    return opened;
  }

  // Its packages are loaded where accounts are on an earlier revision.
  async #read(
    digest: RevisionDigest,
    fleet: Fleet,
    environments: KnownEnvironments,
  ): Promise<OpenedRevision> {
    const revision = await this.#store.readRevision(digest);
    if (revision === null) return { diagnostics: [reportMissing(digest, fleet)] };
    const { openRevision } = await import('./open-revision.ts');
    return openRevision(revision, { fleet, files: this.#files, environments });
  }
}

function findRolledOut({ layering }: AccountEntry): Fleet | null {
  const fleet = layering?.fleet ?? null;
  return fleet?.document.written.spec.rollout === undefined ? null : fleet;
}

function reportMissing(digest: RevisionDigest, { name }: Fleet): Diagnostic {
  return reportError('revision-unusable', {
    summary: `The store has no content of the revision ${formatRevision(digest)} of the fleet ${name}`,
    remedy: `Admit the newest revision: cyclectl rollout open ${name}`,
  });
}
