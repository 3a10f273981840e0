import type { ItemRules } from '../model/live/live.ts';
import { readField, readFlag, readList, readOptionalText, type Wire } from '../wire/shape.ts';

/** Reads the requirements of a parameter, field or property, each of which may be absent. */
export function readItemRules(wire: Wire): ItemRules {
  const { value } = readField(wire, 'IsOptional');
  return {
    isOptional: value === undefined || value === null || readFlag(wire, 'IsOptional'),
    dataType: readOptionalText(wire, 'DataType'),
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
