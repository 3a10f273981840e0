import type { JsonObject } from '../../kit/json/json.ts';
import { toVisibleJson } from '../../kit/text/visible-text.ts';

/** The text of a cycle file: JSON of two spaces with a line end; signs that hide or turn text are escaped. */
export function formatCycleFile(document: JsonObject): string {
  const lines = JSON.stringify(document, null, 2).split('\n');
  return `${lines.map(toVisibleJson).join('\n')}\n`;
}
