import { bindExpression, toNamedExpression } from '../../../model/desired/expression.ts';
import { type CycleShape, findStep, findTarget } from '../../../model/live/cycle-shape.ts';
import { parseStepSource } from '../../../model/live/exported-cycle.ts';
import {
  formatPair,
  formatSymbol,
  isSymbol,
  parsePair,
  parseSymbol,
  toEscapedSymbol,
  toUnescapedSymbol,
} from './parse-symbol.ts';

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Replaces ids in a text of an export with names: a step, `stepGuid,fieldId`, `{{stepGuid
 * fieldId}}`.
 */
export function toNamedText(text: string, shape: CycleShape): string {
  const find = (id: string) => shape.steps.find((step) => step.id === id.toLowerCase());
  if (guid.test(text)) {
    const step = find(text);
    return step === undefined ? text : formatSymbol('step', step.label);
  }
  const source = parseStepSource(text);
  if (source !== null) {
    const step = find(source.step);
    const field = step?.responses.find(({ id }) => id === source.field);
    return step === undefined || field === undefined ? text : formatPair(step.label, field.name);
  }
  return toEscapedSymbol(toNamedExpression(text, shape));
}

/**
 * Replaces names in a text of a cycle file with the ids of the service; null for an unknown name.
 */
export function bindText(text: string, shape: CycleShape): string | null {
  const named = parsePair(text);
  if (named !== null) {
    const step = findStep(shape, named.step);
    const field = step.kind === 'one' ? findTarget(step.item, 'responses', named.field) : null;
    return step.kind === 'one' && field?.kind === 'one' ? `${step.item.id},${field.item.id}` : null;
  }
  const label = parseSymbol('step', text);
  if (label !== null) {
    const step = findStep(shape, label);
    return step.kind === 'one' ? step.item.id : null;
  }
  return isSymbol(text) ? null : bindExpression(toUnescapedSymbol(text), shape);
}
