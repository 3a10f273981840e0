import type { FieldPath } from '../../model/address.ts';
import { type Answer, isNotOffered } from '../../model/diagnostic/api-failure.ts';
import { type CycleShape, hasRepeatedNames, makeShape } from '../../model/live/cycle-shape.ts';
import { connectorNotAuthenticated, type RemoteId } from '../../model/live/live.ts';
import {
  type NamedPrerequisite,
  toNamedPrerequisite,
} from '../../model/live/named-prerequisite.ts';
import type { UnmetPrerequisite } from '../../model/live/reading.ts';
import type { CycleRef, ServiceReader } from '../../model/ports.ts';

/** A cycle to start. */
type KnownCycle = {
  /** Its shape as read; null if no steps are managed. */
  readonly shape: CycleShape | null;
  /** Fields that are written before the start. */
  readonly written: ReadonlySet<FieldPath>;
  /** Connectors of the manifest, whose sign-ins are judged with them. */
  readonly ours: ReadonlySet<RemoteId>;
};

/**
 * Lists missing prerequisites beside written fields, with one request, and more only if there are
 * any. Leaves out sign-ins of our connectors. A service without this read reports them at the start.
 */
export async function readUnmet(
  reader: ServiceReader,
  at: CycleRef,
  { shape: known, written, ours }: KnownCycle,
): Promise<Answer<readonly UnmetPrerequisite[]>> {
  const listed = await reader.listPrerequisites(at.account, at.cycle);
  if (isNotOffered(listed)) return { ok: true, value: [] };
  if (!listed.ok) return listed;
  const isBound = [...written].some((path) => path.startsWith('connectors/'));
  const open = listed.value.filter(
    ({ code, objectId }) => code !== connectorNotAuthenticated || !(isBound || ours.has(objectId)),
  );
  if (open.length === 0) return { ok: true, value: [] };
  const shape =
    known === null || known.steps.length === 0
      ? await readSteps(reader, at)
      : { ok: true as const, value: known };
  if (!shape.ok) return shape;
  const left = open
    .map((prerequisite) => toNamedPrerequisite(prerequisite, shape.value))
    .filter(({ mapping }) => mapping === null || !written.has(mapping.path));
  const unmet: UnmetPrerequisite[] = [];
  for (const each of left) {
    const variable = await readVariable(reader, at, each);
    if (!variable.ok) return variable;
    unmet.push({ ...each, variable: variable.value });
  }
  return { ok: true, value: unmet };
}

async function readSteps(reader: ServiceReader, at: CycleRef): Promise<Answer<CycleShape>> {
  const steps = await reader.listSteps(at.account, at.cycle);
  if (!steps.ok) return steps;
  const needsOrder = hasRepeatedNames(steps.value);
  const edges = needsOrder ? await reader.listEdges(at.account, at.cycle) : null;
  return makeShape(steps.value, { edges, variables: null });
}

// A mapping may lack only the value of its variable.
async function readVariable(
  reader: ServiceReader,
  at: CycleRef,
  { step, mapping }: NamedPrerequisite,
): Promise<Answer<string | null>> {
  if (step === null || mapping === null) return { ok: true, value: null };
  const mappings = await reader.listMappings(at.account, step.id, mapping.slot);
  if (!mappings.ok) return mappings;
  const live = mappings.value.find(({ targetId }) => targetId === mapping.item.id);
  if (live?.type !== 'Variable') return { ok: true, value: null };
  const variables = await reader.listVariables(at.account, at.cycle);
  if (isNotOffered(variables)) return { ok: true, value: null };
  if (!variables.ok) return variables;
  const named = variables.value.find(({ systemName }) => systemName === live.value);
  return { ok: true, value: named?.displayName ?? null };
}
