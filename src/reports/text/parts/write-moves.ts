import { writeName } from '../../../kit/text/write-name.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';
import type { Move, ObjectState } from '../../../model/plan/move.ts';

/** More than that tells nobody more; all of them are in the data. */
const mostLines = 20;

/** What is not as it was planned, one line each: `northwind/timezone: was "UTC", is "Asia/Kolkata"`. */
export function writeMoves(moves: readonly Move[]): readonly string[] {
  const lines = moves.slice(0, mostLines).map(writeMove);
  const rest = moves.length - lines.length;
  return rest === 0 ? lines : [...lines, `and ${rest} more`];
}

function writeMove(move: Move): string {
  const place = writeName(move.path === null ? move.address : `${move.address}/${move.path}`);
  const isWanted = move.side === 'manifest';
  if (move.path === null) {
    if (isWanted) return `${place}: the manifest ${sayEntry(move.is)}`;
    return `${place}: was ${sayWas(move.was)}, is ${sayIs(move)}`;
  }
  if (!isWanted && move.was.kind === 'secret' && move.is.kind === 'secret') {
    return `${place}: holds another secret than then`;
  }
  const [was, is] = [writeShownValue(move.was), writeShownValue(move.is)];
  if (!isWanted) return `${place}: was ${was}, is ${is}`;
  const wants = move.is.kind === 'unknown' ? 'does not name it' : `wants ${is}`;
  return `${place}: the manifest wanted ${was}, now ${wants}`;
}

function sayEntry({ kind }: ObjectState): string {
  return kind === 'absent' ? 'had this entry, now has none' : 'had no such entry, now has one';
}

function sayWas(state: ObjectState): string {
  switch (state.kind) {
    case 'absent':
      return 'not there';
    case 'there':
      return state.id === null ? 'there' : `there as ${writeName(state.id)}`;
    case 'active':
      return 'active';
    case 'resting':
      return 'paused';
  }
}

function sayIs({ was, is }: Extract<Move, { readonly path: null }>): string {
  if (is.kind !== 'absent') return sayWas(is);
  return was.kind === 'there' ? 'gone' : 'not there';
}
