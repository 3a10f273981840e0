import { readField, ShapeError, toWire, type Wire } from './shape.ts';

const maxLength = 200;

/**
 * Reads the text or number at a location such as `Contact.Id` or `[].id` of a JSON text (SERVICE L [Q1]);
 * null for none, for several, and for a long text.
 */
export function readLocation(json: string, location: string): string | null {
  try {
    const found = location.split('.').reduce(readPart, toWire(JSON.parse(json)));
    const { value } = toOnly(found);
    const isShort = typeof value === 'string' && value !== '' && value.length <= maxLength;
    return isShort || typeof value === 'number' ? String(value) : null;
  } catch (error) {
    if (error instanceof ShapeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

function readPart(wire: Wire, name: string): Wire {
  return name === '[]' ? toOnly(wire) : readField(toOnly(wire), name.replaceAll(/^\[|\]$/g, ''));
}

/** The only item of a list; anything else as it is. */
function toOnly(wire: Wire): Wire {
  const { value, path } = wire;
  return Array.isArray(value) ? { value: value.length === 1 ? value[0] : undefined, path } : wire;
}
