import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, parsePath } from '../address.ts';
import { isMappingSource } from '../desired/mapping.ts';
import type { PlainValue } from '../fields/field-value.ts';
import { withRenamedSteps } from '../live/steps/step-sources.ts';
import { contentLists } from './contents.ts';

/** Lists of names that only one of a read and a baseline has. */
export type HiddenLists = { readonly variables: boolean; readonly order: boolean };

/**
 * Returns whether two values of a member that differ may be equal: without the variables their ids
 * stand for their names, and without the edges steps of one name have ids in place of numbers.
 */
export function isPossiblySame(
  path: FieldPath,
  [one, other]: readonly [PlainValue, PlainValue],
  hidden: HiddenLists,
): boolean {
  if (hidden.variables && isOfVariable(one) && isOfVariable(other)) return true;
  if (!hidden.order) return false;
  const [section, step] = parsePath(path);
  if (section !== 'steps') return false;
  if (step !== undefined && toBareName(step) !== step) return true;
  return isSameJson(toBare(path, one), toBare(path, other));
}

function isOfVariable(value: PlainValue): boolean {
  return isMappingSource(value) && value.kind === 'variable';
}

function toBare(path: FieldPath, value: PlainValue): PlainValue {
  if (isMappingSource(value)) return withRenamedSteps(value, toBareName);
  const isList = path === contentLists.steps && Array.isArray(value);
  return isList ? value.map((name) => toBareName(String(name))).sort() : value;
}

// `NAME#2` and `NAME (ID)` are labels of a step whose name repeats.
function toBareName(label: string): string {
  return label.replace(/(?:#\d+| \([^()]+\))$/, '');
}
