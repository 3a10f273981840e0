import type { ItemRules } from '../model/live/live.ts';
import { readField, readFlag, readList, type Wire } from '../wire/shape.ts';

/** Reads the requirements of a parameter, field or property, each of which may be absent. */
export function readItemRules(wire: Wire): ItemRules {
  const { value: dataType } = readField(wire, 'DataType');
  return {
    isOptional: readField(wire, 'IsOptional').value !== false,
    // Some sources have numbers, whose meaning is not proven (SERVICE B).
    dataType: typeof dataType === 'string' ? dataType : null,
    values: readValues(wire),
  };
}

// A list with anything but plain values is of an unknown form, and says nothing.
function readValues(wire: Wire): readonly string[] {
  const { value } = readField(wire, 'Values');
  if (!Array.isArray(value)) return [];
  const items = readList(wire, 'Values').map((item) => item.value);
  const isKnown = items.every((item) => ['string', 'number', 'boolean'].includes(typeof item));
  return isKnown ? items.map(String) : [];
}

/** Returns whether the service marks a parameter, a field or a property as a secret. */
export function readSensitive(item: Wire): boolean {
  return readFlag(item, 'IsSensitive');
}
