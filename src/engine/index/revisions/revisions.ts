import { type Diagnostic, hasErrors, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type {
  AdmittedDocument,
  HoldingPin,
  RevisionFinder,
} from '../../../model/manifest/revision-finder.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import {
  type Admission,
  type Admissions,
  formatRevision,
  type RevisionDigest,
} from '../../../model/state/revision.ts';
import type { RevisionReader } from '../../../model/state/rollout.ts';
import { makeNewestDigest } from './make-revision.ts';
import type { OpenedRevision } from './open-revision.ts';
import { type HoldingPins, type PinContext, readPins, reportPinUnknown } from './pins.ts';
import { type FleetReader, withRenames } from './with-renames.ts';

/** Admissions of an environment, and the pins of its manifests that hold. */
type Recorded = Admissions & {
  readonly pins?: HoldingPins;
  /** True if accounts are planned on them whatever the store records. */
  readonly isGiven?: true;
};

/** A read that has not started, and its accounts. */
type NextRead = { readonly accounts: Set<string>; readonly found: Promise<Admissions> };

/** Revisions that accounts are on, of fleets that have a rollout or pins; all others are on the newest. */
export class Revisions implements RevisionFinder {
  readonly #store: RevisionReader;
  readonly #files: Files;
  readonly #ofFleet: ReadonlyMap<string, RevisionDigest>;
  readonly #ofAccount: ReadonlyMap<string, Admission>;
  readonly #pins: HoldingPins;
  readonly #newest = new Map<Fleet, Promise<RevisionDigest>>();
  readonly #opened = new Map<string, Promise<OpenedRevision>>();
  readonly #isGiven: boolean;
  /** Results of later reads, by account. */
  readonly #later = new Map<string, RevisionDigest | null>();
  #reading: Promise<unknown> = Promise.resolve();
  #next: NextRead | null = null;

  constructor(files: Files, store: RevisionReader, recorded: Recorded) {
    const { fleets, accounts, pins, isGiven = false } = recorded;
    this.#files = files;
    this.#store = store;
    this.#isGiven = isGiven;
    this.#ofFleet = new Map(fleets.map(({ fleet, revision }) => [fleet, revision]));
    this.#ofAccount = new Map(accounts.map((each) => [each.account, each]));
    this.#pins = pins ?? new Map();
  }

  findPin({ key, layering }: AccountEntry): HoldingPin | null {
    const pin = this.#pins.get(key);
    return pin !== undefined && pin.fleet.name === layering?.fleet?.name ? pin : null;
  }

  findDigest(entry: AccountEntry): RevisionDigest | null {
    const pin = this.findPin(entry);
    return (pin === null ? null : findNamed(pin)) ?? this.findRecorded(entry);
  }

  /** The revision that an account was admitted to, whatever a pin says. */
  findRecorded({ key, layering }: AccountEntry): RevisionDigest | null {
    const name = layering?.fleet?.name;
    if (name === undefined) return null;
    const later = this.#later.get(key);
    if (later !== undefined) return later;
    const own = this.#ofAccount.get(key);
    return own?.fleet === name ? own.revision : (this.#ofFleet.get(name) ?? null);
  }

  findHeld(entry: AccountEntry): RevisionDigest | null {
    const isHeld = this.findPin(entry) !== null || findRolledOut(entry) !== null;
    return isHeld ? this.findDigest(entry) : null;
  }

  /**
   * Returns whether an account is on a revision with its fleet. One that was admitted by itself is not: what
   * brought it there is not over.
   */
  isSettled(entry: AccountEntry, revision: RevisionDigest): boolean {
    const fleet = entry.layering?.fleet?.name;
    const own = this.#ofAccount.get(entry.key);
    return own?.fleet !== fleet && this.findDigest(entry) === revision;
  }

  /** Accounts of a fleet that have an admission of their own. */
  listAdmitted(fleet: string): readonly Admission[] {
    return [...this.#ofAccount.values()].filter((each) => each.fleet === fleet);
  }

  /** Admits the pinned ones of some accounts to the revisions that their pins name. */
  listPinned(entries: readonly AccountEntry[], at: string): readonly Admission[] {
    return entries.flatMap((entry) => {
      const fleet = this.findPin(entry)?.fleet.name;
      if (fleet === undefined) return [];
      return [{ account: entry.key, fleet, revision: this.findDigest(entry), at }];
    });
  }

  isWaiting(entry: AccountEntry): boolean {
    if (this.findPin(entry) !== null) return false;
    return findRolledOut(entry) !== null && this.findDigest(entry) === null;
  }

  async readAgain(entry: AccountEntry): Promise<boolean> {
    const fleet = findRolledOut(entry);
    if (fleet === null || this.#isGiven) return false;
    const before = this.findDigest(entry);
    const { fleets, accounts } = await this.#readLater(entry.key);
    const ofFleet = fleets.find((each) => each.fleet === fleet.name);
    const own = accounts.find((each) => each.account === entry.key && each.fleet === fleet.name);
    this.#later.set(entry.key, (own ?? ofFleet)?.revision ?? null);
    return this.findDigest(entry) !== before;
  }

  // One read for all accounts that ask before it begins.
  #readLater(account: string): Promise<Admissions> {
    const next = this.#next ?? this.#openNext();
    next.accounts.add(account);
    return next.found;
  }

  #openNext(): NextRead {
    const accounts = new Set<string>();
    const found = this.#reading.then(() => {
      this.#next = null;
      return this.#store.readAdmissions([...accounts]);
    });
    this.#reading = found.catch(() => null);
    this.#next = { accounts, found };
    return this.#next;
  }

  readNewest(fleet: Fleet): Promise<RevisionDigest> {
    const known = this.#newest.get(fleet);
    if (known !== undefined) return known;
    const found = makeNewestDigest(this.#files, fleet);
    this.#newest.set(fleet, found);
    return found;
  }

  withAdmissions(admissions: Admissions): Revisions {
    return new Revisions(this.#files, this.#store, {
      ...admissions,
      pins: this.#pins,
      isGiven: true,
    });
  }

  async findAdmitted(
    entry: AccountEntry,
    environments: KnownEnvironments,
  ): Promise<AdmittedDocument | null> {
    const pin = this.findPin(entry);
    if (pin !== null && findNamed(pin) === null) {
      const unknown = await reportPinUnknown(this.#store, pin, environments);
      return { document: null, diagnostics: [unknown], files: this.#files };
    }
    const fleet = pin?.fleet ?? findRolledOut(entry);
    const digest = this.findDigest(entry);
    const row = entry.layering?.row;
    if (fleet === null || digest === null || row === undefined) return null;
    if (digest === (await this.readNewest(fleet))) return null;
    const opened = await this.#open(digest, fleet);
    if ('diagnostics' in opened) return { document: null, ...opened, files: this.#files };
    const { document, diagnostics } = opened.readRow(row);
    return {
      document: hasErrors(diagnostics) ? null : document,
      diagnostics,
      files: opened.files,
    };
  }

  #open(digest: RevisionDigest, fleet: Fleet): Promise<OpenedRevision> {
    const key = `${fleet.name} ${digest}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known;
    const opened = this.#read(digest, fleet);
    this.#opened.set(key, opened);
    return opened;
  }

  // Its packages are loaded where accounts are on an earlier revision.
  async #read(digest: RevisionDigest, fleet: Fleet): Promise<OpenedRevision> {
    const revision = await this.#store.readRevision(digest);
    if (revision === null) return { diagnostics: [reportMissing(digest, fleet)] };
    const { openRevision } = await import('./open-revision.ts');
    return openRevision(revision, { fleet, files: this.#files });
  }
}

/** Opens the revisions that accounts are on in the environment of a store. */
export async function openRevisions(
  files: Files,
  store: FleetReader,
  { accounts, ...context }: PinContext & { readonly accounts: readonly AccountEntry[] },
): Promise<Revisions> {
  const renamed = await withRenames(store, accounts, context.environment);
  const admissions = await renamed.readAdmissions();
  return new Revisions(files, renamed, {
    ...admissions,
    pins: await readPins(store, accounts, context),
  });
}

function findNamed({ found }: HoldingPin): RevisionDigest | null {
  const [only = null] = found;
  return found.length === 1 ? only : null;
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
