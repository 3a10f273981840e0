import { parsePath } from '../../../model/address.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import type { MappingSource } from '../../../model/desired/mapping.ts';
import { formatFailure, isNotOffered } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { CycleDiff } from '../../../model/diff/field-diff.ts';
import type { DesiredField } from '../../../model/fields/field-value.ts';
import { findStep } from '../../../model/live/cycle-shape.ts';
import { listNamedSources } from '../../../model/live/steps/step-sources.ts';
import type { WarningNotice } from '../../../model/plan/notice.ts';
import { listWrittenFields } from '../../../model/plan/operation.ts';
import type { AccountPlan } from '../../../model/plan/plan.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { checkSourceOrder } from '../../bind/check-source-order.ts';
import type { Observation } from '../../observe/run-context.ts';

/**
 * Warns of sources that run after the step that takes them, in mappings of existing cycles that a plan
 * writes, and of an order that cannot be read. Reads the edges of these cycles alone.
 */
export async function checkSources(
  reader: ServiceReader,
  { diff }: Extract<Observation, { readonly kind: 'observed' }>,
  { operations }: AccountPlan,
): Promise<readonly WarningNotice[]> {
  const account = diff.account.live;
  // Earlier values are not those that Git has.
  if (account === null || diff.part?.values === 'earlier') return [];
  const found = diff.cycles.map(async (cycle): Promise<readonly WarningNotice[]> => {
    const own = operations.filter(({ address }) => address === cycle.address);
    const written = new Set(own.flatMap(({ action }) => listWrittenFields(action)));
    const taking = listTaking(cycle).filter(({ field }) => written.has(field.path));
    if (cycle.live === null || taking.length === 0) return [];
    const edges = await reader.listEdges(account.id, cycle.live.id);
    if (isNotOffered(edges)) return [];
    const diagnostics = edges.ok
      ? taking.flatMap((each) => checkField(cycle, each, edges.value) ?? [])
      : [reportUnread(cycle, formatFailure(edges.failure))];
    return diagnostics.map((diagnostic) => ({
      kind: 'warning',
      address: cycle.address,
      diagnostic,
    }));
  });
  return (await Promise.all(found)).flat();
}

type Taking = { readonly field: DesiredField; readonly source: MappingSource };

function listTaking({ desired: { fields, shape } }: CycleDiff): readonly Taking[] {
  if (shape === null || shape.edges !== undefined) return [];
  return [...fields.values()].flatMap((field): Taking[] => {
    const { path, value } = field;
    if (parseStepTarget(path)?.isLaunch !== false || value.kind !== 'plain') return [];
    const source = value.value as MappingSource;
    return listNamedSources(source).length === 0 ? [] : [{ field, source }];
  });
}

function checkField(
  { desired: { bound, shape } }: CycleDiff,
  { field: { path, at }, source }: Taking,
  edges: Parameters<typeof checkSourceOrder>[1]['edges'],
): Diagnostic | null {
  const [, step = '', , target = ''] = parsePath(path);
  const taker = shape === null ? null : findStep(shape, step);
  if (shape === null || taker?.kind !== 'one') return null;
  const names = { cycle: bound.desired, shape, edges, taker: taker.item, path };
  return checkSourceOrder({ target, source, at }, names);
}

// A plan of ours never fails for a warning that it could not make.
function reportUnread({ address, live }: CycleDiff, why: string): Diagnostic {
  return reportWarning('order-unread', {
    summary: `The order of the steps of "${live?.name}" could not be read (${why}): it is not checked that each source runs before the step that takes it`,
    address,
    remedy: 'Run the command again to check it.',
  });
}
