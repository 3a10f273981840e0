import type { WrittenAccount } from '../../../src/model/manifest/manifest.generated.ts';

/** Settings of an account, as a blueprint has them too. */
export type Spec = WrittenAccount['spec'];

/** Values of inputs by name; one that is not given is left out. */
export type InputValues = {
  readonly title?: string;
  readonly interval?: string;
  readonly hours?: number;
  readonly remark?: string;
  readonly extra?: boolean;
};

/** A row of the table; one that is not listed was removed, or is still to come. */
export type FleetRow = {
  readonly name: string;
  readonly id: string;
  readonly isListed: boolean;
  readonly state: 'active' | 'paused' | 'leaving';
  readonly tier: 'gold' | 'plain';
  readonly cells: InputValues;
};

/** Values that a segment or an override sets. */
export type FleetPatch = {
  readonly inputs?: InputValues;
  readonly timezone?: string;
  readonly description?: string | null;
  readonly displayName?: string;
  readonly erroredHours?: number;
  /** Key of a cycle that the account does not have. */
  readonly dropped?: string;
};

/** A line of the blueprint whose value is an input. */
export type InputPlace = {
  readonly path: readonly string[];
  readonly input: keyof InputValues | 'key';
};

/** A part of the blueprint that only some rows have. */
export type FleetCondition = { readonly path: readonly string[]; readonly on: 'extra' | 'tier' };

/** A blueprint and its fleet, in one version. */
export type WrittenFleet = {
  /** The blueprint as an account that it would be without inputs. */
  readonly base: WrittenAccount;
  readonly places: readonly InputPlace[];
  readonly conditions: readonly FleetCondition[];
  /** Set for rows of the tier gold. */
  readonly segment: FleetPatch;
  readonly overrides: ReadonlyMap<string, FleetPatch>;
  readonly graceDays: number;
  readonly rows: readonly FleetRow[];
};

export const fleetName = 'customers';

/** Name of the secret that the secret input refers to. */
export const keyRef = { env: 'SECRET_TWO' };

/** Values of inputs that neither a row nor a layer gives. */
export const defaults: InputValues = {
  interval: '15m',
  hours: 120,
  remark: 'for the sales team',
  extra: true,
};
