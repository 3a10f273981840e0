import type {
  LiveCycle,
  LiveEdge,
  LiveMapping,
  LiveStep,
  LiveVariable,
} from '../../../../model/live/live.ts';

/** All readable parts of a cycle; null for a part that the service does not offer. */
export type CycleBackup = {
  readonly cycle: LiveCycle;
  readonly steps: readonly (LiveStep & {
    readonly parameterMappings: readonly LiveMapping[] | null;
    readonly fieldMappings: readonly LiveMapping[] | null;
  })[];
  readonly edges: readonly LiveEdge[] | null;
  readonly variables: readonly LiveVariable[] | null;
};
