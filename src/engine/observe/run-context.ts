import type { Address } from '../../model/address.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { Capabilities } from '../../model/live/capabilities.ts';
import type { RevisionFinder } from '../../model/manifest/revision-finder.ts';
import type { KnownEnvironments } from '../../model/manifest/variable.ts';
import type { PolicyFinding, PolicyRules } from '../../model/plan/policy.ts';
import type { Files, Secrets, ServiceReader, StoreReader } from '../../model/ports.ts';
import type { HolderStatus } from '../../model/state/lock.ts';
import type { AccountFinder } from '../live/open-account-finder.ts';
import type { CatalogReader } from '../live/open-catalog.ts';

/** Context of a read; shared by all accounts of a run. */
export type RunContext = {
  readonly files: Files;
  readonly environment: string;
  readonly environments: KnownEnvironments;
  /** Keys of the accounts of all manifests, selected or not. */
  readonly keys: ReadonlySet<string>;
  readonly secrets: Secrets;
  /** Date in UTC, such as `2026-12-31`, to compare with the end of ignores. */
  readonly today: string;
  readonly reader: ServiceReader;
  readonly store: StoreReader;
  /** True if a holder of locks is dead; absent: all are. */
  readonly isStale?: (holder: HolderStatus) => boolean;
  /** Revisions that accounts are on; absent: all are on the newest. */
  readonly revisions?: RevisionFinder;
  /** Policies that manifests must follow; absent: none is asked, as of all that only reads. */
  readonly policies?: PolicyRules;
  readonly findAccount: AccountFinder;
  readonly openCatalog: CatalogReader;
  readonly capabilities: Capabilities;
  /** True if fields that cannot be verified are sent again. */
  readonly rewrite: boolean;
  /** Cycles of ours that are read whole, managed or not; none by default. */
  readonly wholeCycles?: WholeCycles;
};

/**
 * `all`; `due`: those without a baseline, or whose managed lines changed since the last apply; and some
 * by address.
 */
export type WholeCycles = 'all' | { readonly due: boolean; readonly written: ReadonlySet<Address> };

/** Result of a read of one account. */
export type Observation =
  | {
      readonly kind: 'observed';
      readonly diff: AccountDiff;
      /** Violations that do not refuse it. */
      readonly findings?: readonly PolicyFinding[];
    }
  | Refused
  /** The service could not be read, so nothing may be concluded. */
  | { readonly kind: 'unread'; readonly diagnostics: readonly Diagnostic[] };

/** The source names missing or ambiguous objects, or the scope forbids it. */
export type Refused = { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };
