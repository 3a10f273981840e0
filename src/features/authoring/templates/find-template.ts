import { formatNearest } from '../../../kit/text/nearest.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId, TemplateItem } from '../../../model/live/live.ts';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Finds a template by exact name or by id. Takes an id-like text as the id of an unpublished one,
 * because no list has those.
 */
export function findTemplate(
  templates: readonly TemplateItem[],
  named: string,
): { readonly id: RemoteId } | { readonly refused: Diagnostic } {
  const byId = templates.find(({ id }) => id === named.toLowerCase());
  if (byId !== undefined) return { id: byId.id };
  const [only, ...others] = templates.filter(({ name }) => name === named);
  if (only !== undefined && others.length === 0) return { id: only.id };
  if (only === undefined) {
    if (guid.test(named)) return { id: named.toLowerCase() };
    const names = templates.map(({ name }) => name);
    const nearest = formatNearest(named, names);
    const summary = `The service has no published template ${JSON.stringify(named)}`;
    const remedy = nearest === null ? {} : { remedy: nearest };
    return { refused: { code: 'template-unknown', severity: 'error', summary, ...remedy } };
  }
  const ids = [only, ...others].map(({ id }) => id).join(', ');
  const summary = `Several templates have the name ${JSON.stringify(named)}: ${ids}`;
  const remedy = 'Pass the id of one of them.';
  return { refused: { code: 'template-ambiguous', severity: 'error', summary, remedy } };
}
