import { type MemberOf, memberTable } from '../../../../src/model/observed/members.ts';
import type { ObjectRecord } from '../../../../src/model/state/account-state.ts';
import type { DumpedCycle } from '../../console/dumped.ts';
import type { Draw } from '../../generate/draw.ts';
import { toSegment } from '../live-facts.ts';
import type { AnswerChange, WireItem } from './answer-front.ts';
import type { RowName } from './member-facts.ts';

/** One change of what the service shows, and where drift has to report it. */
export type FrontChange = { readonly path: string; readonly change: AnswerChange };

/** Compared rows that no request changes, each with a change of a cycle whose names do not repeat. */
export const frontRows: Readonly<
  Record<RowName, (draw: Draw, cycle: DumpedCycle) => FrontChange | null>
> = {
  'step.ActionType': (draw, cycle) => {
    const step = draw.pick(cycle.steps);
    return {
      path: `steps/${toSegment(step.name)}/action`,
      change: (of, item) =>
        of === 'step' && item.Id === step.id ? { ...item, ActionType: 'Script' } : item,
    };
  },
  'edge.EdgeType': (draw, cycle) =>
    changeEdge(draw, cycle, (item) => ({ ...item, EdgeType: 'Backward' })),
  'edge.HeadStepId': (draw, cycle) => changeEdge(draw, cycle, () => null),
  'edge.TailStepId': (draw, cycle) => {
    const TailStepId = cycle.steps.at(-1)?.id;
    return changeEdge(draw, cycle, (item) => ({ ...item, TailStepId }));
  },
};

function changeEdge(
  draw: Draw,
  { edges }: DumpedCycle,
  show: (item: WireItem) => WireItem | null,
): FrontChange | null {
  if (edges.length === 0) return null;
  const edge = draw.pick(edges);
  return {
    path: 'edges',
    change: (of, item) => (of === 'edge' && item.Id === edge.id ? show(item) : item),
  };
}

const volatile = new Map(
  memberTable.flatMap(({ of, wire, treatment }): [RowName, { of: MemberOf; wire: string }][] =>
    treatment.is === 'volatile' && !treatment.why.startsWith('it identifies the object')
      ? [[`${of}.${wire}`, { of, wire }]]
      : [],
  ),
);

/** Moves every member that moves by itself; `met` is told of each row. */
export function moveVolatile(
  records: readonly ObjectRecord[],
  met: (row: RowName) => void,
): AnswerChange {
  const list = (line: string) =>
    new Set(
      records.filter(({ applied }) => Object.hasOwn(applied, line)).map((each) => each.remoteId),
    );
  // What is a line of Git is no member that moves by itself.
  const lines = new Map<RowName, ReadonlySet<string>>([
    ['connector.AuthValue', list('auth')],
    ['cycle.StartTime', list('schedule')],
    ['cycle.RunOnce', list('schedule')],
  ]);
  return (of, item) => {
    const moved = [...volatile].flatMap(([row, each]): [string, unknown][] => {
      if (each.of !== of || lines.get(row)?.has(String(item.Id)) === true) return [];
      if (!Object.hasOwn(item, each.wire) && row !== 'account.NextBillDateUtc') return [];
      met(row);
      return [[each.wire, move(item[each.wire])]];
    });
    return { ...item, ...Object.fromEntries(moved) };
  };
}

/** Rows that change by themselves, besides those that identify their object. */
export const volatileRows: readonly RowName[] = [...volatile.keys()];

function move(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [];
  return typeof value === 'string' && !/^\d{4}-/.test(value)
    ? `${value} again`
    : '2026-11-30T00:00:00Z';
}
