import type { FieldPath } from '../address.ts';
import type { Diagnostic, Refusal } from '../diagnostic/diagnostic.ts';
import type { Pair } from '../diff/pair.ts';
import type { UnknownName, UnresolvedName } from '../diff/unresolved-name.ts';
import type { DesiredFields } from '../fields/field-value.ts';
import type { CycleShape } from '../live/cycle-shape.ts';
import type { ConnectorRelease, LiveConnector, LiveCycle, TemplateItem } from '../live/live.ts';
import type { LoadedCycleFile } from './cycle-file/cycle-file.ts';
import type { DesiredConnector, DesiredCycle } from './desired.ts';

/** Refusals that stop the planning of an object; it is read and compared all the same. */
export type Refusable = {
  readonly refusals: readonly Refusal[];
  /** Fields that cannot be written, because a name in them is not there. */
  readonly unresolved: ReadonlyMap<FieldPath, UnresolvedName>;
  /**
   * Warnings about fields that the service may take; absent without one. A plan gives those of the
   * fields that it writes.
   */
  readonly warnings?: ReadonlyMap<FieldPath, Diagnostic>;
};

/** A desired connector with its entry in the catalog. */
export type BoundConnector = Refusable & {
  readonly desired: DesiredConnector;
  /** The release that an install takes; null if the catalog has none. */
  readonly release: ConnectorRelease | null;
  /** The latest release of the connector, whatever version Git pins; null if the catalog has none. */
  readonly latest: ConnectorRelease | null;
  /** The chosen type's id; null leaves it to the service's default. */
  readonly authenticationId: string | null;
  /** Names of properties that must not be in Git as plain text. */
  readonly sensitive: ReadonlySet<string>;
};

/**
 * The origin of a cycle. A cycle from a file has no template in the service, and its own name from
 * the start.
 */
export type CycleSource =
  | ({ readonly kind: 'template' } & Pick<TemplateItem, 'id' | 'name'>)
  /** The service has no template of that name, or has several. */
  | {
      readonly kind: 'no-template';
      readonly id: null;
      readonly name: string;
      readonly refusal: Refusal;
      /** Null where the service does not list its templates, so that it may have one. */
      readonly lost: UnknownName | null;
    }
  | {
      readonly kind: 'file';
      /** The service's id of its template: none. */
      readonly id: null;
      readonly name: string;
      readonly loaded: LoadedCycleFile;
      /** Digest of the parts of the file that cannot be written to an existing cycle. */
      readonly structure: string;
    };

/** A desired cycle with its origin. */
export type BoundCycle = {
  readonly desired: DesiredCycle;
  readonly source: CycleSource;
};

export type ConnectorPair = Pair<BoundConnector, LiveConnector>;
export type CyclePair = Pair<BoundCycle, LiveCycle>;
/** A pair of a cycle that the manifest wants. */
export type DesiredCyclePair = Exclude<CyclePair, { readonly kind: 'live-only' }>;

/** A slot of a template: one installed connector that its steps share. */
export type Slot = {
  /** `Sample CRM`, or `Sample CRM#2` for the second of that connector. */
  readonly name: string;
  readonly connectorName: string;
  /** Labels of the steps that use it. */
  readonly steps: readonly string[];
  /** The template has other steps than the live cycle by now, so that its steps are not known. */
  readonly isDoubtful?: true;
};

/** A desired cycle whose names are resolved in the instance or in its template. */
export type NamedCycle = Refusable & {
  readonly bound: BoundCycle;
  /** Null if neither an instance nor an export has the names. */
  readonly shape: CycleShape | null;
  readonly slots: readonly Slot[];
  /** Our connector key for each slot that the manifest settles. */
  readonly slotKeys: ReadonlyMap<string, string>;
  /** All managed fields of the manifest, with canonical names of mappings and slots. */
  readonly fields: DesiredFields;
  readonly startsByWebhook: boolean;
};
