import {
  type MadeCycleFile,
  makeCycleFile,
} from '../../../engine/cycle-file/export/make-cycle-file.ts';
import { openCatalog } from '../../../engine/live/open-catalog.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { findTemplate } from './find-template.ts';

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
  return { refused: [{ code: 'unread', severity: 'error', summary }] };
}
