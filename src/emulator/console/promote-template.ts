import { Body, withDefault } from '../http/body/body.ts';
import { Refusal } from '../http/reply.ts';
import { bindTemplate, toWrittenTemplate } from '../resources/templates/template.ts';
import type { TemplateRelease, TemplateRow } from '../resources/templates/template-row.ts';
import { findTemplateRow, writeTemplateRow } from '../resources/templates/template-rows.ts';
import { toWritten, type WrittenTemplate } from '../resources/templates/written-template.ts';
import type { State } from '../state/state.ts';
import { readWorld } from '../world/file/read-world.ts';
import type { WorldTemplate } from '../world/file/world.ts';

/**
 * `{template: ID or NAME, steps, variables, description, tags}`: adds a Live release; absent keys
 * are as in the last one. Without `steps` the template's Draft becomes Live.
 */
export function promoteTemplate(state: State, value: unknown): unknown {
  const body = new Body(value);
  const row = findTemplateRow(state, withDefault(body.text('template'), ''));
  const { template: _, ...given } = value as Readonly<Record<string, unknown>>;
  const releases: readonly TemplateRelease[] =
    Object.keys(given).length === 0
      ? row.releases
      : [...row.releases, { status: 'Draft', template: readDraft(state, row, given) }];
  const draft = releases.findLastIndex(({ status }) => status === 'Draft');
  if (draft < 0) {
    throw new Refusal(400, 'The template has no Draft. Add steps for a new release.');
  }
  const promoted = releases.map((each, index): TemplateRelease => {
    const isLeft = each.status === 'Live' && index !== draft;
    return index === draft
      ? { ...each, status: 'Live' }
      : isLeft
        ? { ...each, status: 'Deprecated' }
        : each;
  });
  writeTemplateRow(state, { ...row, releases: promoted });
  return { template: row.id, release: draft + 1 };
}

/** Checks it as a world; each step gets the latest release of its connector. */
function readDraft(
  state: State,
  { id, isPublished, releases: before }: TemplateRow,
  given: Readonly<Record<string, unknown>>,
): WrittenTemplate {
  const last = before.at(-1)?.template;
  const { accounts: _, templates: __, ...offered } = state.world;
  const written = { name: last?.name ?? '', ...given } as WorldTemplate;
  const checked = readWorld({ ...offered, templates: [written] }).templates?.[0] ?? written;
  const { releases, seed } = state;
  const template: WrittenTemplate = {
    ...toWritten(checked),
    ...(given.variables === undefined && last !== undefined ? { variables: last.variables } : {}),
    ...(given.tags === undefined && last !== undefined ? { tags: last.tags } : {}),
    ...(given.description === undefined && last !== undefined
      ? { description: last.description }
      : {}),
    settings: last?.settings ?? toWritten(checked).settings,
  };
  const place = { id, isPublished, release: before.length + 1, releases, seed };
  return toWrittenTemplate(bindTemplate(template, place));
}
