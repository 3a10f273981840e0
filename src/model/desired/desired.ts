import type { Address } from '../address.ts';
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
import type { RevertPart } from './scope/revert.ts';
import type { UndoPart } from './scope/undo.ts';

/** An account as its manifest wants it in one environment, with every reference resolved. */
export type DesiredAccount = {
  readonly key: string;
  readonly environment: string;
  readonly address: Address;
  /** External account id in this environment. */
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly at: SourceSpan;
  /** Live name at creation. */
  readonly name: string;
  readonly fields: DesiredFields;
  /** Unmanaged when the key is absent; an empty map removes ours. */
  readonly connectors: Setting<ReadonlyMap<string, DesiredConnector>>;
  readonly cycles: Setting<ReadonlyMap<string, DesiredCycle>>;
  /** Who owns which fields: what is ignored for now, then what the account says, then what its environment does. */
  readonly ownership: readonly OwnerRule[];
  /** What is said to be left as it is for a time, or was. */
  readonly ignores: readonly Ignored[];
  /** Set where a run is taken back: then this is what of the account shall be as it was before it. */
  readonly undo?: UndoPart;
  /** Set where drift is taken back: then this is what of the account is brought to what Git says. */
  readonly revert?: RevertPart;
  /** No command deletes it. */
  readonly isProtected?: true;
};

/** Whether only a part of the account is looked at, so that the rest is neither let go nor taken for gone. */
export function isPartial({ undo, revert }: Pick<DesiredAccount, 'undo' | 'revert'>): boolean {
  return undo !== undefined || revert !== undefined;
}

/** The key that an entry had before, and where that is written. */
export type EarlierKey = { readonly key: string; readonly at: SourceSpan };

/** How a connector signs in. `unmanaged` sends nothing and compares nothing. */
export type DesiredAuth =
  | { readonly kind: 'unmanaged' }
  | { readonly kind: 'none' }
  /** A value for AuthValue; `fields` holds it under the path `auth`. */
  | { readonly kind: 'value'; readonly form: AuthForm }
  /** A person consents; only Authenticated is compared. */
  | { readonly kind: 'oauth'; readonly user: string };

/** How AuthValue is made of references (SPEC 4.3): plain key, base64 of `username:password`, or as it is. */
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
  /** Calls that show that it works; they are compared with nothing. */
  readonly checks: readonly DesiredCheck[];
  readonly renamedFrom?: EarlierKey;
  /** No command deletes it. */
  readonly isProtected?: true;
};

/** What a cycle is made of. */
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
      /** Null where only the manifest was looked at. */
      readonly loaded: LoadedCycleFile | null;
    };

/** Whether and when a cycle runs. `schedule` is null where the manifest leaves it unmanaged. */
export type Activity =
  | { readonly kind: 'active'; readonly schedule: Schedule | null }
  | { readonly kind: 'paused'; readonly schedule: Schedule | null };

/** Whether and when a cycle runs as the manifest has it, and who owns which part of that. */
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
  /** Set where others have a say over it by now or from its making on; `activity` is what Git has the say over now. */
  readonly ownedActivity?: OwnedActivity;
  readonly activityAt: SourceSpan;
  /** Display name to value; in `fields` under `variables/NAME` too. */
  readonly mappings: readonly DesiredMappingEntry[];
  /** Name, description, tags, retention and variables; mappings enter when bind has named them. */
  readonly fields: DesiredFields;
  readonly renamedFrom?: EarlierKey;
  /** No command deletes it. */
  readonly isProtected?: true;
};
