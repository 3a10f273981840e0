import {
  type MadeCycleFile,
  makeCycleFile,
} from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { openCatalog } from '../../../engine/live/open-catalog.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId, TemplateItem } from '../../../model/live/live.ts';
import type { ServiceReader } from '../../../model/ports.ts';

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export type TemplateCatalog = {
  readonly reader: ServiceReader;
  /** Ids by name, for a service that does not list them. */
  readonly templates: ReadonlyMap<string, RemoteId>;
};

type Refused = { readonly refused: readonly Diagnostic[] };

/** Exports a template by name or id, or reports why it cannot. */
export async function exportTemplate(
  { reader, templates }: TemplateCatalog,
  named: string,
): Promise<MadeCycleFile | Refused> {
  const catalog = await openCatalog(reader, templates)(null);
  if (!catalog.ok)
    return refuse(`The templates could not be read: ${formatFailure(catalog.failure)}`);
  const found = findTemplate(catalog.value.templates, named);
  return 'refused' in found ? { refused: [found.refused] } : exportTemplateOf(reader, found.id);
}

/** Exports a template with a known id. */
export async function exportTemplateOf(
  reader: ServiceReader,
  id: RemoteId,
): Promise<MadeCycleFile | Refused> {
  const exported = await reader.exportWholeTemplate(id);
  if (!exported.ok) {
    return refuse(`The template could not be exported: ${formatFailure(exported.failure)}`);
  }
  const made = makeCycleFile(exported.value, () => false, 'template');
  if (made.kind === 'made') return made;
  return refuse(`The export of the service is not a template: ${made.says}`);
}

function refuse(summary: string): Refused {
  return { refused: [reportError('unread', { summary })] };
}

/**
 * Finds a template by exact name or by id. Takes an id-like text as the id of an unpublished one,
 * because no list has those.
 */
function findTemplate(
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
    return { refused: reportError('template-unknown', { summary, ...remedy }) };
  }
  const ids = [only, ...others].map(({ id }) => id).join(', ');
  const summary = `Several templates have the name ${JSON.stringify(named)}: ${ids}`;
  const remedy = 'Pass the id of one of them.';
  return { refused: reportError('template-ambiguous', { summary, remedy }) };
}
