import type { Address } from '../address.ts';
import type { Refusal } from '../diagnostic/diagnostic.ts';
import type { DesiredFields } from '../fields/field-value.ts';
import type { DesiredCheck } from '../manifest/check.ts';
import type { SecretRef } from '../secret/secret.ts';
import type { Setting } from '../setting.ts';
import type { SourceSpan } from '../source-span.ts';
import type { LoadedCycleFile } from './cycle-file/cycle-file.ts';
import type { DesiredMapping } from './mapping.ts';
import type { Schedule } from './schedule.ts';
import type { Ignored } from './scope/ignored.ts';
import type { Owner, OwnerRule } from './scope/ownership.ts';

/** An account as its manifest wants it in one environment, with every reference resolved. */
export type DesiredAccount = {
  readonly key: string;
  readonly environment: string;
  readonly address: Address;
  /** External account id in this environment. */
  readonly id: string;
  readonly at: SourceSpan;
  /** Place of the id. */
  readonly idAt: SourceSpan;
  /** Live name at creation. */
  readonly name: string;
  readonly fields: DesiredFields;
  /** Unmanaged when the key is absent; an empty map removes ours. */
  readonly connectors: Setting<ReadonlyMap<string, DesiredConnector>>;
  readonly cycles: Setting<ReadonlyMap<string, DesiredCycle>>;
  /**
   * Owners of fields: entries under ignore, then rules of the account, then those of its
   * environment.
   */
  readonly ownership: readonly OwnerRule[];
  /** Differences that are ignored until a date, or were. */
  readonly ignores: readonly Ignored[];
  /** No command deletes it. */
  readonly isProtected?: true;
  /** Its row says so: it is not created. */
  readonly isLeaving?: true;
  /** Connectors and cycles that a condition leaves out, with its place; absent if there is none. */
  readonly unmet?: ReadonlyMap<Address, SourceSpan>;
  /** Those of them that this run stops and does not delete; absent where it deletes what is stopped. */
  readonly staying?: ReadonlySet<Address>;
};

/** The earlier key of an entry, and the place of renamedFrom. */
export type EarlierKey = { readonly key: string; readonly at: SourceSpan };

/** The sign-in of a connector. `unmanaged` is neither sent nor compared. */
export type DesiredAuth =
  | { readonly kind: 'unmanaged' }
  | { readonly kind: 'none' }
  /** A value for AuthValue; `fields` holds it under the path `auth`. */
  | { readonly kind: 'value'; readonly form: AuthForm }
  /** A person consents; only Authenticated is compared. */
  | { readonly kind: 'oauth'; readonly user: string };

/** The format of AuthValue (SPEC 4.3): plain key, base64 of `username:password`, or unchanged. */
export type AuthForm =
  | { readonly kind: 'api-key'; readonly key: SecretRef }
  | { readonly kind: 'basic'; readonly username: string | SecretRef; readonly password: SecretRef }
  | { readonly kind: 'raw'; readonly value: SecretRef };

/** An installed connector as wanted. */
export type DesiredConnector = {
  readonly key: string;
  readonly address: Address;
  readonly at: SourceSpan;
  /** Name in the service, unique in the account. */
  readonly name: string;
  readonly connector: {
    readonly name: string;
    readonly version: string | null;
    readonly at: SourceSpan;
  };
  /** AuthName, where the connector offers several types. */
  readonly authentication: string | null;
  readonly auth: DesiredAuth;
  readonly fields: DesiredFields;
  /** Health checks; never compared. */
  readonly checks: readonly DesiredCheck[];
  readonly renamedFrom?: EarlierKey;
  /** No command deletes it. */
  readonly isProtected?: true;
};

/** The origin of a cycle. */
export type CycleOrigin =
  | {
      readonly kind: 'template';
      readonly template: string;
      readonly tag: string | null;
      readonly at: SourceSpan;
    }
  | {
      readonly kind: 'file';
      /** Relative to the project folder. */
      readonly path: string;
      readonly at: SourceSpan;
      /** Null if only the manifest was read. */
      readonly loaded: LoadedCycleFile | null;
    };

/** State and schedule of a cycle. `schedule` is null if the manifest leaves it unmanaged. */
export type Activity =
  | { readonly kind: 'active'; readonly schedule: Schedule | null }
  | { readonly kind: 'paused'; readonly schedule: Schedule | null };

/** State and schedule in the manifest, with their owners. */
export type OwnedActivity = Activity & {
  readonly owners: Readonly<Record<'state' | 'schedule', Owner>>;
};

/** One mapping as wanted; the names of step and target are as the manifest writes them. */
export type DesiredMappingEntry = {
  readonly step: string;
  readonly slot: 'parameters' | 'fields';
  readonly target: string;
  readonly source: DesiredMapping;
  readonly at: SourceSpan;
  /** Where the manifest names the step. */
  readonly stepAt: SourceSpan;
  /** It is the baseline of a mapping that no manifest manages. */
  readonly isBaseline?: true;
};

/** The visibility of one mapping at launch as wanted; names as in a mapping. */
export type DesiredVisibility = Omit<DesiredMappingEntry, 'source'> & {
  readonly isVisible: boolean;
};

/** A cycle as wanted. */
export type DesiredCycle = {
  readonly key: string;
  readonly address: Address;
  readonly at: SourceSpan;
  readonly name: string;
  readonly origin: CycleOrigin;
  /** Slot of the template (`Sample CRM`, `Sample CRM#2`) to our connector key, where written. */
  readonly slots: ReadonlyMap<string, { readonly connector: string; readonly at: SourceSpan }>;
  readonly activity: Setting<Activity>;
  /**
   * Set if others own a part of it, now or from its creation; `activity` is the part that Git owns
   * now.
   */
  readonly ownedActivity?: OwnedActivity;
  readonly activityAt: SourceSpan;
  /** Place of the schedule; its pointer is that of the state, which it goes with. */
  readonly scheduleAt: SourceSpan;
  /** Display name to value; in `fields` under `variables/NAME` too. */
  readonly mappings: readonly DesiredMappingEntry[];
  readonly visibilities: readonly DesiredVisibility[];
  /** Name, description, tags, other settings and variables; mappings enter when bind has named them. */
  readonly fields: DesiredFields;
  readonly renamedFrom?: EarlierKey;
  /** No command deletes it. */
  readonly isProtected?: true;
  /** Secrets of its file that the manifest does not name; absent if there is none. */
  readonly missingSecrets?: readonly Refusal[];
};

/**
 * The origin of a cycle as its manifest writes it: the name of a template, or the path of a file.
 */
export function formatOrigin(origin: CycleOrigin): string {
  return origin.kind === 'file' ? origin.path : origin.template;
}
