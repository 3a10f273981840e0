import type { MappingSlot } from '../desired/mapping.ts';
import type { LiveEdge, LiveStep, RemoteId } from './live.ts';

/** A cycle by its own export (SERVICE E.2 [P]): ids of the cycle, and numbers whose meaning no source proves. */
export type ExportedCycle = {
  readonly steps: readonly ExportedStep[];
  /** `type` is a number. */
  readonly edges: readonly LiveEdge[];
  /** Each by the name that people see, or by that of the system. */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
};

/** A step of an export. Its `connectorId` and `action` are what the export says in their place. */
export type ExportedStep = {
  readonly step: LiveStep;
  /** Name of the slot's connector, or of the installed one. */
  readonly slotName: string | null;
  /** Each of its parameters says whether it is sensitive. */
  readonly marksSecrets: boolean;
  /** The mappings that it has; one that was never set is not there. */
  readonly mappings: Readonly<Record<MappingSlot, readonly ExportedMapping[]>>;
};

const stepSource = /^\s*([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*,\s*(\d+)\s*$/i;

/** Ids of the step and the field in a value of an export; null for any other value. */
export function parseStepSource(
  value: string | null,
): { readonly step: RemoteId; readonly field: RemoteId } | null {
  const [, step, field] = stepSource.exec(value ?? '') ?? [];
  return step === undefined || field === undefined ? null : { step, field };
}

/** A mapping of an export. */
export type ExportedMapping = {
  /** Null where the export does not name it by id. */
  readonly targetId: RemoteId | null;
  /** CycleEntityMappingType as text; null if it is not shown. */
  readonly code: string | null;
  readonly value: string | null;
  readonly label: string | null;
  /** Absent if it is not shown. */
  readonly isLaunchVisible?: boolean;
};
