import { formatStep } from '../fleet/fleet-steps.ts';
import type { InjectedFault, Schedule, Turn } from '../schedule.ts';

/** A schedule as a person reads it, one line for each thing that happens. */
export function formatSchedule({ world, accounts, isDocumented, rows, turns }: Schedule): string {
  const lines = turns.flatMap((each, index) => [
    `turn ${index + 1}: edits ${each.edits.join(' ')}${formatBefore(each)}`,
    ...each.faults.map((what) => `  ${formatFault(what)}`),
  ]);
  const contract = isDocumented ? ', documented contract' : '';
  const fleet = rows === undefined ? '' : `, rows: ${rows}`;
  return [`world ${world}, accounts: ${accounts}${fleet}${contract}`, ...lines].join('\n');
}

function formatBefore(turn: Turn): string {
  const {
    secrets,
    lacks,
    isOtherKey,
    isRewritten,
    consoleEdits,
    others,
    beside,
    steps = [],
  } = turn;
  return [
    secrets === 0 ? '' : `, secrets ${secrets}`,
    lacks === 0 ? '' : `, lacks ${lacks}`,
    isOtherKey ? ', another key' : '',
    isRewritten ? ', rewritten' : '',
    consoleEdits.length === 0 ? '' : `, by hand ${consoleEdits.join(' ')}`,
    others === 0 ? '' : `, others ${others}`,
    beside === 0 ? '' : `, beside ${beside}`,
    steps.length === 0 ? '' : `, ${steps.map(formatStep).join('; ')}`,
  ].join('');
}

function formatFault({ do: what, ...rest }: InjectedFault): string {
  const parts = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [what, ...parts].join(', ');
}
