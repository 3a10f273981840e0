import { formatName } from '../../../kit/text/format-name.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import type { Move, ObjectState } from '../../../model/plan/move.ts';

/** Lines shown; the data has all of them. */
const maxLines = 20;

/** Changes since the plan, one line each: `northwind/timezone: was "UTC", is "Asia/Kolkata"`. */
export function formatMoves(moves: readonly Move[]): readonly string[] {
  const lines = moves.slice(0, maxLines).map(formatMove);
  const rest = moves.length - lines.length;
  return rest === 0 ? lines : [...lines, `and ${rest} more`];
}

function formatMove(move: Move): string {
  const location = formatName(move.path === null ? move.address : `${move.address}/${move.path}`);
  const isWanted = move.side === 'manifest';
  if (move.path === null) {
    if (isWanted) return `${location}: the manifest ${formatEntry(move.is)}`;
    return `${location}: was ${formatWas(move.was)}, is ${formatIs(move)}`;
  }
  if (!isWanted && move.was.kind === 'secret' && move.is.kind === 'secret') {
    return `${location}: has another secret than planned`;
  }
  const [was, is] = [formatShownValue(move.was), formatShownValue(move.is)];
  if (!isWanted) return `${location}: was ${was}, is ${is}`;
  const wants = move.is.kind === 'unknown' ? 'does not name it' : `wants ${is}`;
  const wanted = move.was.kind === 'unknown' ? '' : `wanted ${was}, `;
  return `${location}: the manifest ${wanted}now ${wants}`;
}

function formatEntry({ kind }: ObjectState): string {
  return kind === 'absent' ? 'had this entry, now has none' : 'had no such entry, now has one';
}

function formatWas(state: ObjectState): string {
  switch (state.kind) {
    case 'absent':
      return 'not there';
    case 'there':
      return state.id === null ? 'there' : `there as ${formatName(state.id)}`;
    case 'active':
      return 'active';
    case 'resting':
      return 'paused';
  }
}

function formatIs({ was, is }: Extract<Move, { readonly path: null }>): string {
  if (is.kind !== 'absent') return formatWas(is);
  return was.kind === 'there' ? 'gone' : 'not there';
}
