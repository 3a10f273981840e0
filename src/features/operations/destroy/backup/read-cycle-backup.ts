import { readSources } from '../../../../engine/live/read-cycle.ts';
import { type Answer, isNotOffered } from '../../../../model/diagnostic/api-failure.ts';
import type {
  LiveCycle,
  LiveEdge,
  LiveMapping,
  LiveStep,
  LiveVariable,
  RemoteId,
} from '../../../../model/live/live.ts';
import { isFromUnlisted } from '../../../../model/live/steps/step-sources.ts';
import type { ServiceReader } from '../../../../model/ports.ts';

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

/** Reads all of a cycle for a backup before its deletion. */
export async function readCycleBackup(
  reader: ServiceReader,
  account: RemoteId,
  cycle: LiveCycle,
): Promise<Answer<CycleBackup>> {
  const steps = await reader.listSteps(account, cycle.id);
  if (!steps.ok) return steps;
  const [edges, variables] = [
    toNullable(await reader.listEdges(account, cycle.id)),
    toNullable(await reader.listVariables(account, cycle.id)),
  ];
  if (!edges.ok) return edges;
  if (!variables.ok) return variables;
  const whole: CycleBackup['steps'][number][] = [];
  for (const step of steps.value) {
    const parameters = await readMappings(reader, account, { step, slot: 'parameters' });
    if (!parameters.ok) return parameters;
    const fields = await readMappings(reader, account, { step, slot: 'fields' });
    if (!fields.ok) return fields;
    whole.push({ ...step, parameterMappings: parameters.value, fieldMappings: fields.value });
  }
  const takers = whole.filter(({ parameterMappings, fieldMappings }) =>
    [...(parameterMappings ?? []), ...(fieldMappings ?? [])].some((mapping) =>
      isFromUnlisted(mapping, whole),
    ),
  );
  const sourced = await readSources(reader, account, {
    shape: { steps: whole },
    takers: takers.map(({ id }) => id),
  });
  if (!sourced.ok) return sourced;
  return {
    ok: true,
    value: { cycle, steps: sourced.value.steps, edges: edges.value, variables: variables.value },
  };
}

async function readMappings(
  reader: ServiceReader,
  account: RemoteId,
  { step, slot }: { readonly step: LiveStep; readonly slot: 'parameters' | 'fields' },
): Promise<Answer<readonly LiveMapping[] | null>> {
  if (step[slot].length === 0) return { ok: true, value: [] };
  return toNullable(await reader.listMappings(account, step.id, slot));
}

function toNullable<T>(answer: Answer<T>): Answer<T | null> {
  return isNotOffered(answer) ? { ok: true, value: null } : answer;
}
