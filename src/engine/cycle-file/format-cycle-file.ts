import type { JsonObject } from '../../kit/json/json.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';

/**
 * Formats a cycle file as JSON with two spaces and a final newline; escapes invisible and
 * direction-changing characters.
 */
export function formatCycleFile(document: JsonObject): string {
  const lines = JSON.stringify(document, null, 2).split('\n');
  return `${lines.map(toVisibleJson).join('\n')}\n`;
}
