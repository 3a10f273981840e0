import { makeNotFound } from '../../http/reply.ts';
import type { State } from '../../state/state.ts';
import { partner } from '../../state/store.ts';
import { bindTemplate, type Template } from './template.ts';
import type { TemplateRow } from './template-row.ts';

/** Live releases of all templates, published or not. */
export function listLiveTemplates(state: State): readonly Template[] {
  const rows = new Map(state.templateRows.list(partner).map(({ id, value }) => [id, value]));
  const known = new Set(state.templates.map(({ id }) => id));
  const added = [...rows.values()].filter(({ id }) => !known.has(id));
  return [
    ...state.templates.flatMap((template) => {
      const row = rows.get(template.id);
      return row === undefined ? [template] : bindLive(state, row);
    }),
    ...added.flatMap((row) => bindLive(state, row)),
  ];
}

/** Live release of a template, if any. */
export function findLiveTemplate(state: State, id: string): Template | undefined {
  const row = state.templateRows.read(id);
  return row === undefined
    ? state.templates.find((template) => template.id === id)
    : bindLive(state, row)[0];
}

/** A published template, or a 404. */
export function readTemplate(state: State, id: string): Template {
  const template = findLiveTemplate(state, id);
  if (template?.isPublished !== true) {
    throw makeNotFound('The template');
  }
  return template;
}

function bindLive(state: State, row: TemplateRow): readonly Template[] {
  const index = row.releases.findIndex(({ status }) => status === 'Live');
  const live = row.releases[index];
  if (live === undefined) {
    return [];
  }
  const { id, isPublished } = row;
  const { releases, seed } = state;
  return [bindTemplate(live.template, { id, isPublished, release: index + 1, releases, seed })];
}
