import { Refusal } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { partner } from '../../state/store.ts';
import { toWrittenTemplate } from './template.ts';
import type { TemplateRow } from './template-row.ts';

/** All templates for the console, with Drafts and unpublished ones. */
export function listTemplateRows(state: State): readonly TemplateRow[] {
  const rows = new Map(state.templateRows.list(partner).map(({ id, value }) => [id, value]));
  const ofWorld = state.templates
    .filter(({ id }) => !rows.has(id))
    .map((template): TemplateRow => {
      const { id, isPublished } = template;
      const releases = [{ status: 'Live' as const, template: toWrittenTemplate(template) }];
      return { id, isPublished, folderId: null, releases };
    });
  return [...ofWorld, ...rows.values()];
}

/** Template of an id or name; none, or several of that name, are a 400. */
export function findTemplateRow(state: State, idOrName: string): TemplateRow {
  const rows = listTemplateRows(state);
  const found = rows.filter(({ id }) => id === idOrName.toLowerCase());
  const named = rows.filter((row) => toTemplateName(row) === idOrName);
  const [row, other] = found.length > 0 ? found : named;
  if (row === undefined || other !== undefined) {
    throw new Refusal(
      400,
      row === undefined
        ? `There is no template '${idOrName}'.`
        : `Several templates are named '${idOrName}': give the id instead.`,
    );
  }
  return row;
}

/** Saves a template. */
export function writeTemplateRow(state: State, row: TemplateRow): void {
  state.templateRows.write(row.id, partner, row);
}

/** Name of a template in its Live release, else in its newest. */
export function toTemplateName({ releases }: TemplateRow): string {
  const shown = releases.find(({ status }) => status === 'Live') ?? releases.at(-1);
  return shown?.template.name ?? '';
}
