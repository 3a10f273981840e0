import type { TextPiece } from '../../../model/manifest/interpolation.ts';
import type { RawDocument } from '../../../model/manifest/manifest.ts';
import { isScalar } from '../../../model/manifest/variable.ts';
import { isInRef } from '../references/list-refs.ts';
import { schemas } from '../schema/schemas.ts';
import {
  type ClosedPlace,
  describeInvalidPlaceholder,
  describeNoBlueprint,
  describePartOfText,
  describeUnknownInput,
  describeUnknownLabel,
  type PlaceholderError,
} from './report-placeholder-error.ts';
import { type AccountScope, parsePlaceholder } from './scope.ts';

/** Names that placeholders of an account can use. */
export type KnownNames = Pick<AccountScope, 'inputs'> & {
  readonly labels: readonly string[];
  readonly variables: readonly string[];
};

/**
 * Checks a piece of a text: its placeholder is closed and known, and its value is allowed there.
 * `isAlone` is true if it is the whole text. Unknown variables are reported for all environments.
 */
export function checkPiece(
  piece: TextPiece,
  isAlone: boolean,
  known: KnownNames,
): readonly PlaceholderError[] {
  if (piece.kind === 'literal') return [];
  const target = piece.kind === 'open' ? null : parsePlaceholder(piece.name);
  if (target === null) return [describeInvalidPlaceholder(piece, listNames(known))];
  if (target.kind === 'label') {
    const isKnown = known.labels.includes(target.name);
    return isKnown ? [] : [describeUnknownLabel(piece, target.name, known.labels)];
  }
  if (target.kind !== 'input') return [];
  const { name } = target;
  if (known.inputs === null) return [describeNoBlueprint(piece, name)];
  const input = known.inputs.get(name);
  if (input === undefined) return [describeUnknownInput(piece, name, [...known.inputs.keys()])];
  return isAlone || input.isFaulty === true || isScalar(input.value)
    ? []
    : [describePartOfText(piece, name, input.value)];
}

function listNames({ labels, variables, inputs }: KnownNames): readonly string[] {
  return [
    'account.id',
    'account.name',
    'account.env',
    ...labels.map((name) => `account.labels.${name}`),
    ...[...(inputs?.keys() ?? [])].map((name) => `inputs.${name}`),
    ...variables.map((name) => `vars.${name}`),
  ];
}

/** Finds the kind of place that takes no placeholder; null if one is allowed. */
export function findClosedPlace({ written }: RawDocument, pointer: string): ClosedPlace | null {
  if (!pointer.startsWith('/spec/')) return 'head';
  if (/^\/spec\/ids?(?:\/|$)/.test(pointer)) return 'id';
  if (/^\/spec\/cycles\/[^/]+\/from\/file$/.test(pointer)) return 'file';
  return isInRef(schemas.Account, written, pointer) ? 'secret' : null;
}
