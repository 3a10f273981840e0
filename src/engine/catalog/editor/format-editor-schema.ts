import { toVisibleJson } from '../../../kit/text/visible-text.ts';
import type { SchemaPart } from './schema-parts.ts';

/** Largest schema; an editor reads it in some seconds. */
export const mostSchemaBytes = 16 * 2 ** 20;

/**
 * Formats a schema for editors, one definition a line: half as large as text to read, and a change of
 * the catalog is a change of some lines.
 */
export function formatEditorSchema(schema: SchemaPart): string {
  return `${formatLines(schema, 2)}\n`;
}

function formatLines(value: unknown, levels: number): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || levels === 0) {
    return toVisibleJson(JSON.stringify(value));
  }
  const lines = Object.entries(value).map(([name, part]) => {
    const isList = levels === 2 && (name === 'properties' || name === '$defs');
    return `${toVisibleJson(JSON.stringify(name))}: ${formatLines(part, isList ? 1 : 0)}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}
