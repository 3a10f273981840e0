import type {
  LiveCycle,
  LiveEdge,
  LiveMapping,
  LiveStep,
  LiveVariable,
} from '../../../../model/live/live.ts';

/** All that the service shows of a cycle. A part that it does not offer is null. */
export type CycleBackup = {
  readonly cycle: LiveCycle;
  readonly steps: readonly (LiveStep & {
    readonly parameterMappings: readonly LiveMapping[] | null;
    readonly fieldMappings: readonly LiveMapping[] | null;
  })[];
  readonly edges: readonly LiveEdge[] | null;
  readonly variables: readonly LiveVariable[] | null;
};
