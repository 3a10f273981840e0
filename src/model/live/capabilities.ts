import type { FieldRow } from '../fields/field-row.ts';

/**
 * Parts that the service offers beyond SPEC.txt, detected by its lists. Without the list of a part,
 * only the operations of the specification are used.
 */
export type Capabilities = {
  /** Reading, updating and deleting accounts. */
  readonly accounts: boolean;
  /** Reading, updating and deleting installed connectors. */
  readonly connectors: boolean;
  /** Listing and exporting templates. */
  readonly templates: boolean;
  /** Pausing, naming, rebinding and deleting cycles; reading their edges, variables and prerequisites. */
  readonly cycles: boolean;
};

/** A service that offers every known operation. */
export const allCapabilities: Capabilities = {
  accounts: true,
  connectors: true,
  templates: true,
  cycles: true,
};

/** A service that offers only SPEC.txt. */
export const documentedCapabilities: Capabilities = {
  accounts: false,
  connectors: false,
  templates: false,
  cycles: false,
};

/** The parts that are not offered, in an order of their own. */
export function listMissingCapabilities(
  capabilities: Capabilities,
): readonly (keyof Capabilities)[] {
  const parts = ['accounts', 'connectors', 'templates', 'cycles'] as const;
  return parts.filter((part) => !capabilities[part]);
}

/** The part of the service that writes the fields of a kind where SPEC.txt does not. */
const partOf = { account: 'accounts', connector: 'connectors', cycle: 'cycles' } as const;

/** Returns whether the service offers a write of a field: always, or on a new object. */
export function isWritable(
  row: Pick<FieldRow, 'kind' | 'contract'>,
  isNew: boolean,
  capabilities: Capabilities,
): boolean {
  if (row.contract === 'documented' || (isNew && row.contract === 'at-creation')) return true;
  return capabilities[partOf[row.kind]];
}
